"""Training the fast path: reproducible, from train rows and the texts written for this project, into plain JSON."""

from mailroom_dagster.classification.training.fitting import fit
from mailroom_dagster.classification.training.training import TrainingReport, train

__all__ = ["TrainingReport", "fit", "train"]
