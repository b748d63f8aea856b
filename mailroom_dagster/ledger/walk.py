"""Walking the whole chain: every hash, every link and every place is looked at, and a break gets its kind.

Belongs here: what a broken chain looks like. Does not belong here: reading it (`blocks`), the files and the signed
heads that it is compared with (`contents`, `heads`).
"""

from __future__ import annotations

from collections.abc import Iterable

from mailroom_dagster.ledger.blocks import Block
from mailroom_dagster.ledger.findings import Kind, Problem
from mailroom_dagster.ledger.merkle import Frontier
from mailroom_dagster.ledger.model import GENESIS, LedgerHead

MOST_PROBLEMS = 1000  # more than anybody reads


class Walk:
    """A walk over blocks in order, from `start` on; afterwards `problems`, `entries` and `roots` tell the result."""

    def __init__(self, start: LedgerHead, frontier: Frontier, sizes: Iterable[int] = ()) -> None:
        self.problems: list[Problem] = []
        self.roots: dict[int, bytes] = {}
        self.frontier = frontier
        self._sizes = sorted(set(sizes), reverse=True)
        self._next_seq = start.seq + 1
        self._last_hash = start.entry_hash
        self._unsound = 0  # entries since the last sound one
        self._gaps: list[tuple[range, int]] = []  # missing seqs, and the problem that says so
        self._documents: dict[str, str] | None = {} if start.seq == 0 else None  # doc_id -> last hash

    @property
    def entries(self) -> int:
        """How many entries were seen, those before the start included."""
        return self.frontier.size

    def take(self, block: Block) -> None:
        """Walk on over one block."""
        if not self._is_flawless(block):
            for place in range(len(block.seq)):
                self._step(block, place)
        self._take_documents(block)
        self._grow(block.made)

    def _is_flawless(self, block: Block) -> bool:
        """The usual case, compared column by column."""
        count = len(block.seq)
        if count == 0:
            return True
        fine = (
            self._unsound == 0
            and block.made == block.entry_hash
            and block.seq == list(range(self._next_seq, self._next_seq + count))
            and block.prev_hash == [self._last_hash, *block.entry_hash[:-1]]
        )
        if fine:
            self._next_seq, self._last_hash = self._next_seq + count, block.entry_hash[-1]
        return fine

    def _step(self, block: Block, place: int) -> None:
        seq, doc_id = block.seq[place], block.doc_id[place] or None
        if block.made[place] != block.entry_hash[place]:
            at = self._next_seq + self._unsound
            self._note(Kind.EDIT, at, "its bytes are not what its hash says", doc_id)
            self._unsound += 1
            return
        if seq < self._next_seq:
            self._out_of_place(seq, doc_id)
            return
        if self._unsound == 0 and seq > self._next_seq:
            self._gaps.append((range(self._next_seq, seq), len(self.problems)))
            self._note(Kind.GAP, self._next_seq, f"the entries before {seq} are missing", None)
        elif self._unsound == 0 and block.prev_hash[place] != self._last_hash:
            both_links = place + 1 < len(block.seq) and block.prev_hash[place + 1] != block.entry_hash[place]
            blamed = seq if both_links or seq == 1 else seq - 1
            self._note(Kind.EDIT, blamed, "the next entry was chained to another content", None)
        self._unsound, self._next_seq, self._last_hash = 0, seq + 1, block.entry_hash[place]

    def _out_of_place(self, seq: int, doc_id: str | None) -> None:
        for missing, number in self._gaps:
            if seq in missing:
                found = self.problems[number]
                message = "the entries from here on stand in another order"
                self.problems[number] = found.model_copy(update={"kind": Kind.REORDER, "message": message})
                return
        self._note(Kind.REORDER, seq, "an entry stands where another belongs", doc_id)

    def _take_documents(self, block: Block) -> None:
        last = self._documents
        if last is None or self.problems:
            return  # one break of the whole chain breaks many documents' chains
        for doc_id, stated, entry_hash, seq in zip(
            block.doc_id, block.doc_prev_hash, block.entry_hash, block.seq, strict=True
        ):
            if last.get(doc_id, GENESIS) != stated:
                self._note(Kind.GAP, seq, "an earlier entry of this document is missing", doc_id)
            last[doc_id] = entry_hash

    def _grow(self, hashes: list[str]) -> None:
        leaves = list(map(bytes.fromhex, hashes))
        done = 0
        while self._sizes and self._sizes[-1] <= self.frontier.size + len(leaves) - done:
            size = self._sizes.pop()
            until = done + max(size - self.frontier.size, 0)
            self.frontier.extend(leaves[done:until])
            done = until
            if self.frontier.size == size:
                self.roots[size] = self.frontier.root()
        self.frontier.extend(leaves[done:])

    def _note(self, kind: Kind, seq: int, message: str, doc_id: str | None) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(kind=kind, seq=seq, doc_id=doc_id, message=message))
