"""What the mailroom lets others see of its work: logs, traces and scores. Never document text, never in the way."""
