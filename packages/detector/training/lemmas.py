"""Prints every single-word lemma of WordNet, one a line: the input of stem-words."""

import sys
from pathlib import Path

from tables import lemmas

if __name__ == "__main__":
    sys.stdout.write("\n".join(lemmas(Path(sys.argv[1]))))
