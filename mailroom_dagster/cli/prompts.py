"""`mailroom prompts`: the prompts' lock, and how they stand to those kept in Langfuse."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from mailroom_dagster.cli.output import EXIT_FOUND, JsonOption, console, emit, table
from mailroom_dagster.observability.reaching import langfuse
from mailroom_dagster.providers.prompts import LOCK_NAME, lock_differences, lock_text, prompt_folder, prompt_names
from mailroom_dagster.providers.settings import load_agents
from mailroom_dagster.storage import Disk

app = typer.Typer(no_args_is_help=True)

Names = Annotated[list[str] | None, typer.Argument(help="Prompts by name; all when none is named.")]
Label = Annotated[str | None, typer.Option(help="Langfuse's label; that of agents.yaml when not given.")]


def register(parent: typer.Typer) -> None:
    """Add the group."""
    parent.add_typer(app, name="prompts")


@app.command()
def lock(as_json: JsonOption = False) -> None:
    """Write prompts.lock anew, after wanted changes; says what had changed."""
    folder = prompt_folder()
    found = lock_differences(folder)
    Disk().write_file(folder / LOCK_NAME, lock_text(folder).encode(), durable=False)
    emit(found, as_json, lambda: _show(found or {"prompts.lock": "unchanged"}))


@app.command()
def diff(
    names: Names = None,
    remote: Annotated[bool, typer.Option("--langfuse", help="Compare with Langfuse instead of the lock.")] = False,
    label: Label = None,
    as_json: JsonOption = False,
) -> None:
    """Prompts that are not what the lock, or Langfuse, says. Exit code 1 when there are any."""
    found = _against_langfuse(names, label) if remote else lock_differences(prompt_folder())
    differing = {name: how for name, how in found.items() if how != "unchanged" and (not names or name in names)}
    emit(differing, as_json, lambda: _show(differing or {"prompts": "unchanged"}))
    if differing:
        raise typer.Exit(EXIT_FOUND)


@app.command()
def sync(
    names: Names = None,
    label: Label = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite what was edited in Langfuse.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Create and update the prompts in Langfuse from the files."""
    found = _against_langfuse(names, label, write=not dry_run, force=force)
    emit(found, as_json, lambda: _show(found))
    if not force and "edited_there" in found.values():
        console.print("Prompts edited in Langfuse were left as they are; --force overwrites them.")


def _against_langfuse(
    names: list[str] | None, label: str | None, *, write: bool = False, force: bool = False
) -> dict[str, str]:
    folder, wanted = prompt_folder(), label or load_agents().prompts.label
    chosen = names or prompt_names(folder)
    with langfuse(os.environ) as api:
        from mailroom_dagster.observability.managed_prompts import differences, sync

        found = sync(api, folder, wanted, chosen, force=force) if write else differences(api, folder, wanted, chosen)
    return {item.name: item.standing for item in found}


def _show(found: dict[str, str]) -> None:
    table("", ["prompt", "standing"], found.items())
