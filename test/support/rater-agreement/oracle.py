"""Agreement of raters by other implementations, as an oracle of tests.

Reads a JSON list of ratings by two or more raters, a text with a letter per item for each, and prints the kappas of each:
cohen by scikit-learn, of the first two raters; fleiss by statsmodels if it is installed.
"""

import json
import sys

from sklearn.metrics import cohen_kappa_score

try:
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa
except ImportError:
    fleiss_kappa = None


def fleiss(raters):
    if fleiss_kappa is None:
        return None
    table, _categories = aggregate_raters([list(item) for item in zip(*raters)])
    return float(fleiss_kappa(table))


print(
    json.dumps(
        [
            {"cohen": float(cohen_kappa_score(raters[0], raters[1])), "fleiss": fleiss(raters)}
            for raters in ([list(one) for one in item] for item in json.load(sys.stdin))
        ]
    )
)
