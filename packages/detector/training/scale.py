"""Fits the scale of reply scores, on which one threshold flags the same share of clean replies in each kind of traffic."""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

THRESHOLD = 0.5
CLEAN_FLAGGED = 0.10
# These texts have no labels. With 5 % flagged, 3 of 40 that were read were wrong, so few of all are. Of small cases with an
# assistant, right and wrong ones, more are judged right with 1 % than with 5 %.
AGENT_FLAGGED = 0.01
# Clean replies to structured data score high, and most other replies are wrong there. The whole shift that would flag a
# tenth of the clean ones would order the replies of mixed traffic worse.
STRUCTURED_SHARE = 0.3


@dataclass
class LabeledSet:
    name: str
    traffic: str
    files: tuple[str, ...]
    tasks: tuple[str, ...] = ()


SETS = (
    LabeledSet("question answering", "rag", ("ragtruth-dev",), ("QA",)),
    LabeledSet("RAG chat", "rag", ("rag-chat-dev", "rag-chat-clean-dev")),
    LabeledSet("data to text", "rag", ("ragtruth-dev",), ("Data2txt",)),
    LabeledSet("summaries", "summaries", ("ragtruth-dev",), ("Summary",)),
    LabeledSet("edits of summaries", "summaries", ("summary-edits-dev",)),
    LabeledSet("short knowledge chat", "short_chat", ("short-chat-dev",)),
    LabeledSet("agent texts", "agent", ("agent-dev",)),
)
STRUCTURED = "data to text"
# The sets that the weight of novelty is fitted to; agents have none with labels, and the license of short chats allows no more
# than a threshold. No reply repeats runs of words of structured data, which teaches other traffic nothing about novelty.
PROSE = ("question answering", "RAG chat")
# Replies with more words are not like those of short chats.
SHORT_WORDS = 80
FITTED_TO = {"rag": (*PROSE, STRUCTURED), "short_chat": PROSE, "agent": (), "summaries": ("summaries", "edits of summaries")}


@dataclass
class Rows:
    """The replies of a set."""

    log_odds: np.ndarray
    novelty: np.ndarray
    structured: np.ndarray
    is_wrong: np.ndarray
    recognized: np.ndarray
    is_odd: np.ndarray
    is_short: np.ndarray

    def part(self, mask: np.ndarray) -> "Rows":
        return Rows(**{name: values[mask] for name, values in vars(self).items()})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--traits", type=Path, required=True, help="what extract-traits wrote")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    records = [json.loads(line) for line in options.traits.read_text().splitlines()]
    sets = {one.name: select(one, records) for one in SETS}
    scale = {kind: fit_traffic(kind, sets) for kind in FITTED_TO}
    rounded = {kind: {name: round(float(value), 4) for name, value in weights.items()} for kind, weights in scale.items()}
    options.out.write_text(json.dumps({"threshold": THRESHOLD, "traffic": rounded}, indent=2) + "\n")
    print("set: recognized | with all sets: AUC, recall at clean flagged | without the set: the same | best recall at 10 % of clean flagged")
    for one in SETS:
        print(describe(one, sets, scale))


def select(one: LabeledSet, records: list[dict]) -> Rows:
    own = [row for row in records if row["name"] in one.files and (not one.tasks or row["task"] in one.tasks)]
    return Rows(
        log_odds=np.array([row["logOdds"] for row in own]),
        novelty=np.array([row["novelty"] for row in own]),
        structured=np.array([row["structured"] for row in own]),
        is_wrong=np.array([row["isWrong"] is True for row in own]),
        recognized=np.array([row["traffic"] for row in own]),
        is_short=np.array([row["words"] <= SHORT_WORDS for row in own]),
        is_odd=np.array([sum(row["source"].encode()) % 2 == 1 for row in own]),
    )


def fit_traffic(kind: str, sets: dict[str, Rows]) -> dict[str, float]:
    """What is added to the log-odds of a kind of traffic, from the sets given."""
    fitted = [sets[name] for name in FITTED_TO[kind] if name in sets]
    if kind == "short_chat":
        fitted = [rows.part(rows.is_short) for rows in fitted]
    novelty = fit_novelty(fitted) if fitted else 0.0
    share = AGENT_FLAGGED if kind == "agent" else CLEAN_FLAGGED
    own = {one.name: sets[one.name] for one in SETS if one.traffic == kind and one.name in sets}
    quantiles = {name: np.quantile((rows.log_odds + novelty * rows.novelty)[~rows.is_wrong], 1 - share) for name, rows in own.items()}
    of_structured = quantiles.pop(STRUCTURED, None)
    threshold = np.mean(list(quantiles.values()))
    structured = 0.0
    if of_structured is not None:
        structured = STRUCTURED_SHARE * (threshold - of_structured) / own[STRUCTURED].structured.mean()
    return {"intercept": -threshold, "novelty": novelty, "structured": structured}


def fit_novelty(sets: list[Rows]) -> float:
    """By logistic regression with an intercept for each set, so that the share of wrong replies of a set teaches nothing."""
    set_of = np.concatenate([np.full(len(rows.is_wrong), index) for index, rows in enumerate(sets)])
    traits = [np.concatenate([getattr(rows, name) for rows in sets]) for name in ("log_odds", "novelty")]
    columns = np.column_stack([*traits, *(set_of == index for index in range(1, len(sets)))])
    model = LogisticRegression(C=1e4, max_iter=10_000).fit(columns, np.concatenate([rows.is_wrong for rows in sets]))
    return model.coef_[0, 1] / model.coef_[0, 0]


def describe(one: LabeledSet, sets: dict[str, Rows], scale: dict[str, dict[str, float]]) -> str:
    rows = sets[one.name]
    line = f"{one.name:22s} {(rows.recognized == one.traffic).mean():6.1%}"
    odds = log_odds(rows, scale[one.traffic])
    if not rows.is_wrong.any():
        return f"{line}  {'':5s}  {'':>6s} at {(odds >= 0).mean():.1%}"
    without = {name: others for name, others in sets.items() if name != one.name}
    unseen = np.zeros(len(odds))
    for half in (rows.is_odd, ~rows.is_odd):
        # Traffic with a single set is fitted to one half of it, by source, and measured on the other.
        is_alone = not any(other.traffic == one.traffic for other in SETS if other.name in without)
        others = without | {one.name: rows.part(~half)} if is_alone else without
        unseen[half] = log_odds(rows.part(half), fit_traffic(one.traffic, others))
    measures = [f"{roc_auc_score(rows.is_wrong, own):.3f}  {shares(own, rows.is_wrong)}" for own in (odds, unseen)]
    clean = np.sort(odds[~rows.is_wrong])[::-1]
    best = (odds[rows.is_wrong] > clean[int(CLEAN_FLAGGED * len(clean))]).mean()
    return f"{line}  {'  |  '.join(measures)}  |  {best:.1%}"


def log_odds(rows: Rows, weights: dict[str, float]) -> np.ndarray:
    """Above 0, a reply is flagged."""
    return rows.log_odds + weights["intercept"] + weights["novelty"] * rows.novelty + weights["structured"] * rows.structured


def shares(odds: np.ndarray, is_wrong: np.ndarray) -> str:
    return f"{(odds[is_wrong] >= 0).mean():6.1%} at {(odds[~is_wrong] >= 0).mean():5.1%}"


if __name__ == "__main__":
    main()
