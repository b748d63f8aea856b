"""Drills on a scratch copy: what happens when the mailroom is killed, tampered with, or has to be restored."""
