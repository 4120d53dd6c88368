"""What the network reads at once: replies and excerpts of them, in batches of about the same length."""

from dataclasses import dataclass

import numpy as np

from data import Replies

MAX_SENTENCES = 3
# Passages are padded to one of these lengths, so that few shapes are compiled; a batch has as many as make up its words.
LENGTHS = (32, 64, 96, 128, 160, 192, 256, 384, 512, 1024, 2048, 4096, 8192)
WORDS_PER_BATCH = 6144


@dataclass(frozen=True)
class Passage:
    """Words that are read together: the rows from `first` to before `end`, which are words of the reply with that index."""

    reply: int
    first: int
    end: int


def whole_replies(replies: Replies, indexes: np.ndarray) -> list[Passage]:
    """Each of these replies as one passage."""
    return [Passage(index, replies.first[index], replies.first[index + 1]) for index in indexes]


def excerpts(replies: Replies, indexes: np.ndarray, random: np.random.RandomState) -> list[Passage]:
    """
    A few sentences in a row out of each reply that has several: without them the network knows no short reply, and
    takes the length of a long one for a sign.
    """
    passages = []
    for index in indexes:
        sentences = replies.records[index]["sentences"]
        if len(sentences) < 2:
            continue
        count = random.randint(1, min(MAX_SENTENCES, len(sentences) - 1) + 1)
        start = random.randint(0, len(sentences) - count + 1)
        base = replies.first[index]
        passages.append(Passage(index, base + sentences[start]["from"], base + sentences[start + count - 1]["to"]))
    return passages


def make_batches(passages: list[Passage]) -> list[tuple[int, list[Passage]]]:
    """Passages of about the same length together, each batch with the length that they are padded to."""
    filling: dict[int, list[Passage]] = {}
    batches = []
    for passage in passages:
        length = next(length for length in LENGTHS if passage.end - passage.first <= length)
        filling.setdefault(length, []).append(passage)
        if len(filling[length]) == batch_size(length):
            batches.append((length, filling.pop(length)))
    return batches + list(filling.items())


def batch_size(length: int) -> int:
    """How many passages of that padded length make up a batch."""
    return max(1, WORDS_PER_BATCH // length)


def pack_labels(
    replies: Replies, shares: np.ndarray, length: int, passages: list[Passage]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Labels of words, labels of passages, weights of passages, padded with zeros."""
    size = batch_size(length)
    words, whole, weights = np.zeros((size, length), np.float32), np.zeros(size, np.float32), np.zeros(size, np.float32)
    for row, passage in enumerate(passages):
        labels = replies.word_labels[passage.first : passage.end]
        words[row, : len(labels)] = labels
        whole[row], weights[row] = labels.max(initial=0), shares[passage.reply]
    return words, whole, weights
