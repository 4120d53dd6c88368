"""What the extraction programs wrote, as arrays."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

KEYS_PER_WORD = 11
FOLDS = 4
FOLDS_AT_ONCE = 2
SEED = 7


@dataclass
class Replies:
    """Labeled replies: one row of `features` and `keys` a word, `first[i]:first[i + 1]` being the words of reply i."""

    prefix: Path
    records: list[dict]
    names: list[str]
    features: np.ndarray
    keys: np.ndarray
    first: np.ndarray
    word_labels: np.ndarray
    labels: np.ndarray

    @property
    def tasks(self) -> np.ndarray:
        return np.array([record["task"] for record in self.records])

    @property
    def is_twin(self) -> np.ndarray:
        """Replies made by planting a change in another, and the unchanged originals."""
        return np.array([record["id"].startswith("twin-") for record in self.records])

    @property
    def sentence_counts(self) -> np.ndarray:
        return np.array([len(record["sentences"]) for record in self.records])

    @property
    def sentence_firsts(self) -> np.ndarray:
        """The row of each sentence's first word, and the number of rows."""
        starts = [first + sentence["from"] for first, record in zip(self.first, self.records) for sentence in record["sentences"]]
        return np.array([*starts, self.first[-1]])

    @property
    def sentence_labels(self) -> np.ndarray:
        """1 for each sentence with a labeled word. Every word belongs to a sentence."""
        return np.maximum.reduceat(self.word_labels, self.sentence_firsts[:-1])

    def per_sentence(self, values: np.ndarray) -> np.ndarray:
        """Repeats a value of each reply for each of its sentences."""
        return np.repeat(values, self.sentence_counts)

    def per_word(self, values: np.ndarray) -> np.ndarray:
        """Repeats a value of each reply for each of its words."""
        return np.repeat(values, np.diff(self.first))


def load(prefix: Path) -> Replies:
    records = json.loads(Path(f"{prefix}.replies.json").read_text())
    counts = [len(record["starts"]) for record in records]
    first = np.concatenate([[0], np.cumsum(counts)])
    names, features = load_features(prefix)
    return Replies(
        prefix=prefix,
        records=records,
        names=names,
        features=features,
        keys=np.fromfile(f"{prefix}.keys.u32", dtype=np.uint32).reshape(-1, KEYS_PER_WORD),
        first=first,
        word_labels=np.concatenate([word_labels(record) for record in records]),
        labels=np.array([record["hallucinated"] for record in records], dtype=np.float32),
    )


def load_features(prefix: Path) -> tuple[list[str], np.ndarray]:
    names = json.loads(Path(f"{prefix}.names.json").read_text())
    return names, np.fromfile(f"{prefix}.f32", dtype=np.float32).reshape(-1, len(names))


def word_labels(record: dict) -> np.ndarray:
    """1 for each word that a labeled span touches."""
    starts, ends = np.array(record["starts"], dtype=int), np.array(record["ends"], dtype=int)
    labels = np.zeros(len(starts), dtype=np.float32)
    for span in record["spans"]:
        labels[(starts < span["end"]) & (ends > span["start"])] = 1
    return labels


def folds_of(replies: Replies) -> np.ndarray:
    """A fold for each reply; replies to the same source share one, so that no model is tested on what it has seen."""
    sources = sorted({record["source"] for record in replies.records})
    order = np.random.RandomState(SEED).permutation(len(sources))
    fold_of = {source: int(place) % FOLDS for source, place in zip(sources, order, strict=True)}
    return np.array([fold_of[record["source"]] for record in replies.records])


def each_fold(work) -> None:
    """Calls `work` with each fold, two at a time: each fit has one thread, so that the sums come out the same."""
    with ThreadPoolExecutor(FOLDS_AT_ONCE) as pool:
        list(pool.map(work, range(FOLDS)))
