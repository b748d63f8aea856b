// The review pages' behaviour: field and quote find each other, entries are checked as one leaves them, keys work.
// Everything also works without this file; words of documents are only ever written as text.
"use strict";

const form = document.querySelector("#decision");
const fields = [...document.querySelectorAll(".field")];
const marks = [...document.querySelectorAll(".mark")];
const inputOf = (field) => field.querySelector("input, textarea, select");
const namesOf = (mark) => mark.dataset.fields.split(" ");
const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function light(name, scrollTo) {
  for (const field of fields) field.classList.toggle("active", field.dataset.field === name);
  for (const mark of marks) mark.classList.toggle("active", namesOf(mark).includes(name));
  const target = document.querySelector(scrollTo === "mark" ? ".mark.active" : ".field.active");
  if (scrollTo && target) target.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
}

for (const field of fields) {
  field.addEventListener("mouseenter", () => light(field.dataset.field, ""));
  field.addEventListener("focusin", () => light(field.dataset.field, "mark"));
}
for (const mark of marks) {
  const [name] = namesOf(mark);
  const field = fields.find((candidate) => candidate.dataset.field === name);
  if (!field) continue; // what an answer cites
  mark.addEventListener("mouseenter", () => light(name, "field"));
  mark.addEventListener("click", () => inputOf(field).focus());
}
window.addEventListener("load", () => { // after the browser went to the page that the address names
  document.querySelector('.mark[data-fields~="cited"]')?.scrollIntoView({ block: "center" });
});
for (const quote of document.querySelectorAll(".quote")) {
  quote.addEventListener("click", (event) => {
    const sheet = document.getElementById("page-" + quote.dataset.page);
    if (!sheet) return; // another stretch of pages: the link goes there
    event.preventDefault();
    light(quote.closest(".field").dataset.field, "mark");
  });
}

// --- the form

const before = new Map(fields.map((field) => [field, inputOf(field).value]));

function tellChanges() {
  const changed = fields.filter((field) => inputOf(field).value !== before.get(field));
  for (const field of fields) field.classList.toggle("changed", changed.includes(field));
  const button = document.querySelector("#approve");
  if (button) button.textContent = changed.length ? `Approve with ${changed.length} correction${changed.length > 1 ? "s" : ""}` : "Approve";
}

async function check() {
  const answer = await fetch(form.dataset.check, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (!answer.ok) return;
  const problems = await answer.json();
  for (const field of fields) {
    const problem = problems[field.dataset.field] || "";
    const place = field.querySelector(".wrong");
    place.textContent = problem;
    place.hidden = !problem;
    inputOf(field).toggleAttribute("aria-invalid", Boolean(problem));
    if (problem) inputOf(field).setAttribute("aria-invalid", "true");
  }
}

if (form) {
  form.addEventListener("input", tellChanges);
  for (const field of fields) inputOf(field).addEventListener("change", check);
  document.querySelector("#doc_class").addEventListener("change", (event) => {
    location.search = new URLSearchParams({ class: event.target.value });
  });
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "yes";
    form.setAttribute("aria-busy", "true");
    document.querySelector("#working").textContent = "Working: the document is brought to rest …";
  });
  window.addEventListener("pageshow", () => delete form.dataset.sent);
}
document.querySelector("#message")?.focus();

// --- keys

const keys = document.querySelector("#keys");
if (keys) {
  keys.checked = localStorage.getItem("mailroom-keys") !== "off";
  keys.addEventListener("change", () => localStorage.setItem("mailroom-keys", keys.checked ? "on" : "off"));
}

let place = -1; // the row or field that was last in focus

function step(items, by) {
  items[Math.min(Math.max(place + by, 0), items.length - 1)]?.focus();
}

const rows = [...document.querySelectorAll("a.open")];
const stops = rows.length ? rows : fields.map(inputOf);
for (const [number, item] of stops.entries()) item.addEventListener("focus", () => { place = number; });
const actions = {
  e: () => stops[0]?.focus(),
  j: () => step(stops, 1),
  k: () => step(stops, -1),
  a: () => document.querySelector("#approve")?.click(),
  s: () => document.querySelector("#requeue")?.focus(),
  x: () => document.querySelector("#reject")?.focus(),
  n: () => document.querySelector("#next")?.click(),
  q: () => document.querySelector("#to-queue")?.click(),
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=checkbox]), textarea, select");
  if (event.key === "Escape" && typing) return typing.blur();
  if (event.key === "Enter" && event.ctrlKey && form) return document.querySelector("#approve")?.click();
  if (!keys?.checked || typing || event.ctrlKey || event.altKey || event.metaKey || !actions[event.key]) return;
  event.preventDefault();
  actions[event.key]();
});
