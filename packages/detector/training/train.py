"""Fits the grounding evaluator's models and writes its weights. Started by `npm run train`, which extracts the features."""

import argparse
import json
import subprocess
from pathlib import Path

import numpy as np

import key_models
import measures
import network
import trees
from data import Replies, folds_of, load, load_features
from sections import read_sections, write_sections

SENTENCE_ROUNDS, REPLY_ROUNDS = 150, 500
# Twins teach what a small change does; they must not outweigh what models really write.
TWIN_WEIGHT_OF_SENTENCES, TWIN_WEIGHT_OF_REPLIES = 0.3, 0.1
# The rule-based checks, which may insist, flag one or two of a hundred more.
MAX_CLEAN_FLAGGED = 0.10
EXPECTED_PRIOR = 0.35
AGREEMENT_ROWS, AGREEMENT_REPLY = 60, 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="folder with train.*, dev.* and tables.bin.gz")
    parser.add_argument("--extractors", type=Path, required=True, help="folder of the compiled extraction programs")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--agreement", type=Path, required=True, help="where to write rows with the libraries' own results")
    options = parser.parse_args()
    Trainer(options.work, options.extractors).run(options.out, options.agreement)


class Trainer:
    def __init__(self, work: Path, extractors: Path) -> None:
        self.work, self.extractors = work, extractors
        self.train, self.dev = load(work / "train"), load(work / "dev")
        self.folds = folds_of(self.train)

    def run(self, out: Path, agreement: Path) -> None:
        keys = self.fit_keys()
        words = self.fit_words()
        sentences, replies = self.fit_sentences(), self.fit_replies()
        settings = self.choose_word_threshold()
        sections = read_sections(self.work / "tables.bin.gz") | {"settings": json.dumps(settings).encode()} | keys
        sections |= words.sections()
        for name, (model, features) in {"sentences": sentences, "replies": replies}.items():
            sections[f"{name}.names"] = "\n".join(features).encode()
            sections |= {f"{name}.{part}": values for part, values in trees.flatten(model).items()}
        write_sections(out, sections)
        print(f"{out}: {out.stat().st_size:,} bytes")
        self.write_agreement(agreement)

    def fit_keys(self) -> dict[str, np.ndarray]:
        train, dev = self.train, self.dev
        words, dev_words = key_models.word_matrix(train), key_models.word_matrix(dev)
        # Twins share their words and differ in the label: from them the words alone would only learn noise.
        real = ~train.is_twin
        sections = {}
        for name, fit, groups, labels, spread in (
            ("lexical", key_models.fit_word_keys, None, train.word_labels, train.per_word),
            ("sentenceKeys", key_models.fit_group_keys, "sentence_firsts", train.sentence_labels, train.per_sentence),
            ("keyScore", key_models.fit_group_keys, "first", train.labels, np.asarray),
        ):
            matrix = words if groups is None else key_models.group_matrix(words, getattr(train, groups))
            dev_matrix = dev_words if groups is None else key_models.group_matrix(dev_words, getattr(dev, groups))
            folds, fitted = spread(self.folds), spread(real)
            quantized = key_models.quantize(fit(matrix[fitted], labels[fitted]))
            self.save("train", name, key_models.out_of_fold(fit, matrix, labels, folds, fitted))
            self.save("dev", name, key_models.scores_of(quantized, dev_matrix))
            sections |= {f"{name}.weights": quantized[0], f"{name}.scale": quantized[1]}
        return sections

    def fit_words(self) -> network.Network:
        """Fits the network; saves what it says of words and replies, out of fold of train and plainly of dev."""
        names = [*self.train.names, "lexical"]
        features, dev_features = self.with_lexical("train"), self.with_lexical("dev")
        unseen = network.out_of_fold(self.train, names, features, self.folds)
        model = network.fit(self.train, names, features, np.ones(len(self.folds), dtype=bool))
        read = model.predict(self.dev, dev_features)
        for part, (words, replies) in {"train": unseen, "dev": read}.items():
            self.save(part, "wordProbability", words)
            self.save(part, "networkScore", replies)
        print(f"words: AUC on dev {measures.roc_auc_score(self.dev.word_labels, read[0]):.4f}", flush=True)
        return model

    def fit_sentences(self):
        self.extract("sentences", "wordProbability", "sentenceKeys")
        names, features = load_features(self.work / "train.sentences")
        labels, folds = self.train.sentence_labels, self.train.per_sentence(self.folds)
        weights = np.where(self.train.per_sentence(self.train.is_twin), TWIN_WEIGHT_OF_SENTENCES, 1)

        def fit(mask: np.ndarray):
            return trees.fit(trees.SENTENCES, SENTENCE_ROUNDS, features[mask], labels[mask], weights[mask])

        self.save("train", "sentenceProbability", trees.out_of_fold(fit, features, folds))
        model = fit(np.ones(len(labels), dtype=bool))
        dev = model.predict(load_features(self.work / "dev.sentences")[1])
        self.save("dev", "sentenceProbability", dev)
        print(f"sentences: AUC on dev {measures.roc_auc_score(self.dev.sentence_labels, dev):.4f}", flush=True)
        return model, names

    def fit_replies(self):
        self.extract("replies", "wordProbability", "sentenceProbability", "keyScore", "networkScore")
        names, features = load_features(self.work / "train.replies")
        labels = self.train.labels

        weights = np.where(self.train.is_twin, TWIN_WEIGHT_OF_REPLIES, 1)

        def fit(mask: np.ndarray):
            return trees.fit(trees.REPLIES, REPLY_ROUNDS, features[mask], labels[mask], weights[mask])

        self.save("train", "score", trees.out_of_fold(fit, features, self.folds))
        model = fit(np.ones(len(labels), dtype=bool))
        self.save("dev", "score", model.predict(load_features(self.work / "dev.replies")[1]))
        return model, names

    def choose_word_threshold(self) -> dict[str, float]:
        """The word threshold by span F1 on dev, in replies that are flagged by F1 at the expected prior."""
        scores, words = self.saved("dev", "score"), self.saved("dev", "wordProbability")
        reply = self.choose_reply_threshold(scores)
        flagged = self.dev.per_word(scores >= reply)
        word = max(np.arange(0.1, 0.6, 0.02), key=lambda t: measures.span_f1(self.dev, (words >= t) & flagged))
        self.describe(scores, reply, words, word, flagged)
        return {"wordThreshold": round(float(word), 4)}

    def choose_reply_threshold(self, dev_scores: np.ndarray) -> float:
        """By dev and by train out of fold: nothing was trained on the replies it scores, and dev alone is too few."""
        real = ~self.train.is_twin
        scores = np.concatenate([self.saved("train", "score")[real], dev_scores])
        labels = np.concatenate([self.train.labels[real], self.dev.labels])
        clean = scores[labels == 0]
        allowed = [t for t in np.arange(0.2, 0.9, 0.005) if (clean >= t).mean() <= MAX_CLEAN_FLAGGED]
        return max(allowed, key=lambda t: measures.reply_f1(labels, scores >= t, EXPECTED_PRIOR))

    def describe(self, scores: np.ndarray, reply: float, words: np.ndarray, word: float, flagged: np.ndarray) -> None:
        real = ~self.train.is_twin
        print("train, out of fold\n" + measures.describe(self.train, self.saved("train", "score"), reply, real))
        print("twins, out of fold\n" + measures.describe(self.train, self.saved("train", "score"), reply, ~real))
        print("dev\n" + measures.describe(self.dev, scores, reply))
        chosen = (words >= word) & flagged
        print(f"thresholds: reply {reply:.3f}, word {word:.2f}; span F1 on dev {measures.span_f1(self.dev, chosen):.4f}")
        for task in sorted(set(self.dev.tasks)):
            print(f"  {task:10s} span F1 {measures.span_f1(self.dev, chosen, self.dev.tasks == task):.4f}")

    def write_agreement(self, path: Path) -> None:
        """Rows of dev and the libraries' probabilities for them: what tests of the TypeScript readers compare with."""
        # A network reads a word among its neighbors: these are the words of one reply.
        first, end = self.dev.first[AGREEMENT_REPLY], self.dev.first[AGREEMENT_REPLY + 1]
        chosen = {"network": (self.with_lexical("dev")[first:end], self.saved("dev", "wordProbability")[first:end])}
        for name, saved in (("sentences", "sentenceProbability"), ("replies", "score")):
            _, rows = load_features(self.work / f"dev.{name}")
            step = max(1, len(rows) // AGREEMENT_ROWS)
            chosen[name] = (rows[::step][:AGREEMENT_ROWS], self.saved("dev", saved)[::step][:AGREEMENT_ROWS])
        content = {name: {"rows": rows.tolist(), "probabilities": answers.tolist()} for name, (rows, answers) in chosen.items()}
        content["network"]["reply"] = self.saved("dev", "networkScore")[AGREEMENT_REPLY].item()
        path.write_text(json.dumps(content) + "\n")

    def with_lexical(self, part: str) -> np.ndarray:
        replies: Replies = getattr(self, part)
        return np.column_stack([replies.features, self.saved(part, "lexical")])

    def extract(self, stage: str, *inputs: str) -> None:
        for part in ("train", "dev"):
            files = [self.work / f"{part}.{name}.f32" for name in inputs]
            program = self.extractors / f"extract-{stage}.js"
            subprocess.run(["node", program, self.work / part, *files, self.work / f"{part}.{stage}"], check=True)

    def save(self, part: str, name: str, values: np.ndarray) -> None:
        values.astype(np.float32).tofile(self.work / f"{part}.{name}.f32")

    def saved(self, part: str, name: str) -> np.ndarray:
        return np.fromfile(self.work / f"{part}.{name}.f32", dtype=np.float32)


if __name__ == "__main__":
    main()
