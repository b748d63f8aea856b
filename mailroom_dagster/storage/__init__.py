"""Where bytes lie and how they get there safely: `Disk` for a file system, the objects of a store behind the same face.

Belongs here: reading, writing and finding. Does not belong here: what the bytes mean.
"""

from mailroom_dagster.storage.disk import Disk, is_half_written, named, naming
from mailroom_dagster.storage.opening import open_disk

__all__ = ["Disk", "is_half_written", "named", "naming", "open_disk"]
