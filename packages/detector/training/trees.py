"""Boosted trees: fitting, out-of-fold probabilities, and the flat form that TypeScript walks."""

import lightgbm as lgb
import numpy as np

from data import SEED, each_fold

COMMON = {
    "objective": "binary",
    "bagging_freq": 1,
    "bagging_fraction": 0.8,
    "deterministic": True,
    "force_col_wise": True,
    "num_threads": 1,
    "seed": SEED,
    "verbose": -1,
}
SENTENCES = COMMON | {
    "learning_rate": 0.05, "num_leaves": 20, "min_data_in_leaf": 100, "feature_fraction": 0.4, "lambda_l2": 10,
}  # fmt: skip
REPLIES = COMMON | {
    "learning_rate": 0.02, "num_leaves": 10, "min_data_in_leaf": 100, "feature_fraction": 0.25, "bagging_fraction": 0.5,
    "lambda_l2": 10,
}  # fmt: skip


def fit(params: dict, rounds: int, features: np.ndarray, labels: np.ndarray, weights: np.ndarray | None = None):
    return lgb.train(params, lgb.Dataset(features, labels, weight=weights, params=params), rounds)


def out_of_fold(train, features: np.ndarray, folds: np.ndarray) -> np.ndarray:
    """The probability of each row by a model that has not seen its fold; `train(mask)` fits on the rows of a mask."""
    probabilities = np.zeros(len(features), dtype=np.float32)

    def predict(fold: int) -> None:
        rows = np.flatnonzero(folds == fold)
        probabilities[rows] = train(folds != fold).predict(features[rows], num_threads=1)

    each_fold(predict)
    return probabilities


def flatten(model: lgb.Booster) -> dict[str, np.ndarray]:
    """
    Nodes and leaves of all trees one after another. A child that is not negative is a node of the same tree; a negative
    one is the leaf -1 - child. A row goes left when its value is at most the threshold. Features are 32-bit floats, so
    the greatest 32-bit float that is not above a threshold parts them exactly as the threshold does.
    """
    parts = {"feature": [], "threshold": [], "left": [], "right": [], "leaf": [], "firstNode": [], "firstLeaf": []}
    for tree in model.dump_model()["tree_info"]:
        parts["firstNode"].append(len(parts["feature"]))
        parts["firstLeaf"].append(len(parts["leaf"]))
        add_tree(tree["tree_structure"], parts)
    thresholds = np.array(parts["threshold"], dtype=np.float64)
    rounded = thresholds.astype(np.float32)
    rounded = np.where(rounded > thresholds, np.nextafter(rounded, np.float32(-np.inf)), rounded)
    return {
        "feature": np.array(parts["feature"], dtype=np.uint8),
        "threshold": rounded.astype(np.float32),
        "left": np.array(parts["left"], dtype=np.int16),
        "right": np.array(parts["right"], dtype=np.int16),
        "leaf": np.array(parts["leaf"], dtype=np.float32),
        "firstNode": np.array(parts["firstNode"], dtype=np.uint16),
        "firstLeaf": np.array(parts["firstLeaf"], dtype=np.uint16),
    }


def add_tree(root: dict, parts: dict[str, list]) -> None:
    base_node, base_leaf = len(parts["feature"]), len(parts["leaf"])

    def add(node: dict) -> int:
        if "leaf_value" in node:
            parts["leaf"].append(node["leaf_value"])
            return -1 - (len(parts["leaf"]) - 1 - base_leaf)
        place = len(parts["feature"])
        parts["feature"].append(node["split_feature"])
        parts["threshold"].append(node["threshold"])
        parts["left"].append(0)
        parts["right"].append(0)
        parts["left"][place] = add(node["left_child"])
        parts["right"][place] = add(node["right_child"])
        return place - base_node

    if "leaf_value" in root:
        raise ValueError("A tree without a split: more data or fewer rounds are needed")
    add(root)
