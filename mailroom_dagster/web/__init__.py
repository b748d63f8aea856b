"""The review page and the HTTP API: one Starlette application over one mailroom."""

from mailroom_dagster.web.app import create_app

__all__ = ["create_app"]
