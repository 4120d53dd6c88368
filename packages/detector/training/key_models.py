"""Linear models over the lexical keys: for words, for sentences, for whole replies."""

import numpy as np
import scipy.sparse as sparse
from sklearn.linear_model import LogisticRegression, SGDClassifier

from data import SEED, Replies, each_fold

KEYS = 1 << 17
INT8_MAX = 127


def word_matrix(replies: Replies) -> sparse.csr_matrix:
    rows, width = replies.keys.shape
    ends = np.arange(0, rows * width + 1, width)
    return sparse.csr_matrix(
        (np.ones(rows * width, dtype=np.float32), replies.keys.ravel().astype(np.int32), ends), shape=(rows, KEYS)
    )


def group_matrix(words: sparse.csr_matrix, first: np.ndarray) -> sparse.csr_matrix:
    """Logarithmic counts of each key in a group of words, divided by the root of one more than their squares' sum."""
    groups = sparse.csr_matrix((np.ones(words.shape[0]), np.arange(words.shape[0]), first))
    counts = (groups @ words).tocsr()
    counts.data = np.log1p(counts.data)
    squares = np.asarray(counts.multiply(counts).sum(axis=1)).ravel()
    return sparse.diags(1 / np.sqrt(squares + 1)) @ counts


def fit_word_keys(matrix: sparse.csr_matrix, labels: np.ndarray):
    model = SGDClassifier(loss="log_loss", alpha=2e-6, max_iter=4, tol=None, average=True, random_state=SEED)
    return model.fit(matrix, labels)


def fit_group_keys(matrix: sparse.csr_matrix, labels: np.ndarray):
    return LogisticRegression(C=4, solver="liblinear", max_iter=100, random_state=SEED).fit(matrix, labels)


def out_of_fold(fit, matrix: sparse.csr_matrix, labels: np.ndarray, folds: np.ndarray, fitted: np.ndarray) -> np.ndarray:
    """The score of each row by a model that has not seen its fold; only rows of the mask `fitted` are ever learned from."""
    scores = np.zeros(len(labels), dtype=np.float32)

    def score(fold: int) -> None:
        rows, others = np.flatnonzero(folds == fold), (folds != fold) & fitted
        scores[rows] = fit(matrix[others], labels[others]).decision_function(matrix[rows])

    each_fold(score)
    return scores


def quantize(model) -> tuple[np.ndarray, np.ndarray]:
    """The weights as whole numbers from -127 to 127, and (scale, intercept)."""
    weights = model.coef_[0]
    scale = np.abs(weights).max() / INT8_MAX
    return np.round(weights / scale).astype(np.int8), np.array([scale, model.intercept_[0]], dtype=np.float64)


def scores_of(quantized: tuple[np.ndarray, np.ndarray], matrix: sparse.csr_matrix) -> np.ndarray:
    weights, (scale, intercept) = quantized
    return (matrix @ (weights.astype(np.float64) * scale) + intercept).astype(np.float32)
