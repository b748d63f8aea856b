"""Pausing intake: one file that says who, why and until when. An expired pause is no pause."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, ValidationError

from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk


class Pause(BaseModel):
    """Who paused intake, why, and when it ends (UTC ISO 8601)."""

    actor: str
    reason: str
    set_at: str
    expires_at: str


def pause_intake(home: Home, disk: Disk, actor: str, reason: str, seconds: int) -> Pause:
    """Files stay in the inbox until the pause expires or is lifted."""
    now = datetime.now(UTC)
    until = now + timedelta(seconds=seconds)
    pause = Pause(actor=actor, reason=reason, set_at=now.isoformat(), expires_at=until.isoformat())
    disk.make_dir(home.control)
    disk.write_file(_file(home), pause.model_dump_json(indent=2).encode(), durable=True)
    return pause


def lift_pause(home: Home, disk: Disk) -> bool:
    """End the pause; whether there was one."""
    paused = pause_of(home) is not None
    disk.remove(_file(home))
    return paused


def pause_of(home: Home) -> Pause | None:
    """The pause that holds now."""
    try:
        pause = Pause.model_validate_json(_file(home).read_bytes())
        return pause if datetime.fromisoformat(pause.expires_at) > datetime.now(UTC) else None
    except (FileNotFoundError, ValidationError, ValueError, TypeError):
        return None


def _file(home: Home) -> Path:
    return home.control / "paused.json"
