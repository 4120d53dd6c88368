"""What the thresholds are chosen by, and what training prints."""

import numpy as np
from sklearn.metrics import roc_auc_score

from data import Replies


def f1(hits: float, predicted: float, actual: float) -> float:
    return 2 * hits / max(predicted + actual, 1e-9)


def reply_f1(labels: np.ndarray, flagged: np.ndarray, prior: float | None = None) -> float:
    """F1 of flagging; with a prior, as if that share of the replies were positive."""
    share = labels.mean()
    weights = np.ones(len(labels)) if prior is None else np.where(labels > 0, prior / share, (1 - prior) / (1 - share))
    return f1((weights * (labels > 0) * flagged).sum(), (weights * flagged).sum(), (weights * (labels > 0)).sum())


def span_counts(replies: Replies, chosen: np.ndarray, index: int) -> tuple[int, int, int]:
    """Characters of a reply that are flagged rightly, flagged, and labeled; words in a row take the gap with them."""
    record = replies.records[index]
    flagged, labeled = np.zeros(record["length"], dtype=bool), np.zeros(record["length"], dtype=bool)
    for span in record["spans"]:
        labeled[span["start"] : span["end"]] = True
    words = np.flatnonzero(chosen[replies.first[index] : replies.first[index + 1]])
    for place, word in enumerate(words):
        in_a_row = place > 0 and words[place - 1] == word - 1
        start = record["ends"][word - 1] if in_a_row else record["starts"][word]
        flagged[start : record["ends"][word]] = True
    return int((flagged & labeled).sum()), int(flagged.sum()), int(labeled.sum())


def span_f1(replies: Replies, chosen: np.ndarray, mask: np.ndarray | None = None) -> float:
    """F1 over all characters of the replies of a mask."""
    indexes = range(len(replies.records)) if mask is None else np.flatnonzero(mask)
    counts = np.array([span_counts(replies, chosen, index) for index in indexes])
    return f1(*counts.sum(axis=0))


def describe(replies: Replies, scores: np.ndarray, threshold: float, among: np.ndarray | None = None) -> str:
    """AUC, F1 and the share of clean replies flagged, over all and by task, among the replies of a mask."""
    lines = []
    everything = np.ones(len(scores), dtype=bool) if among is None else among
    for task in ["all", *sorted(set(replies.tasks))]:
        mask = everything if task == "all" else everything & (replies.tasks == task)
        labels, own = replies.labels[mask], scores[mask]
        lines.append(
            f"{task:10s} AUC {roc_auc_score(labels, own):.4f}  F1 {reply_f1(labels, own >= threshold):.4f}  "
            f"F1 at 35% {reply_f1(labels, own >= threshold, 0.35):.4f}  clean flagged {(own[labels == 0] >= threshold).mean():.3f}"
        )
    return "\n".join(lines)
