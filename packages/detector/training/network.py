"""The network over words that `word-network.ts` reads, trained with JAX on the labels of words and of replies together."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
import optax

from data import FOLDS, SEED, Replies
from passages import Passage, batch_size, excerpts, make_batches, pack_labels, whole_replies

CHANNELS, BLOCKS = 64, 4
EPOCHS = 12
DROPPED = 0.15
LEARNING_RATE, WEIGHT_DECAY, WARM_UP = 2e-3, 1e-2, 0.1
MAX_STEP = 1.0
TWIN_WEIGHT = 0.3
WORD_LOSS_WEIGHT = 10
FARTHEST = 4


@dataclass
class Network:
    """Parameters, and how the columns `names` of the features are brought to the same size."""

    names: list[str]
    means: np.ndarray
    deviations: np.ndarray
    parameters: dict

    def predict(
        self, replies: Replies, features: np.ndarray, chosen: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """The probability of each word and of each reply; 0 for replies outside of the mask `chosen`, and their words."""
        of_words, of_replies = np.zeros(len(features), dtype=np.float32), np.zeros(len(replies.labels), dtype=np.float32)
        indexes = np.arange(len(replies.labels)) if chosen is None else np.flatnonzero(chosen)
        for length, passages in make_batches(whole_replies(replies, indexes)):
            values, present = self.pack(features, length, passages)
            words, wholes = read_batch(self.parameters, values, present)
            for row, passage in enumerate(passages):
                of_words[passage.first : passage.end] = words[row, : passage.end - passage.first]
                of_replies[passage.reply] = wholes[row]
        return of_words, of_replies

    def pack(self, features: np.ndarray, length: int, passages: list[Passage]) -> tuple[np.ndarray, np.ndarray]:
        """The standardized features of the passages' words and which words there are, padded with zeros."""
        size = batch_size(length)
        values, present = np.zeros((size, length, len(self.names)), dtype=np.float32), np.zeros((size, length), dtype=np.float32)
        for row, passage in enumerate(passages):
            count = passage.end - passage.first
            distances = (shortened(features[passage.first : passage.end]) - self.means) / self.deviations
            values[row, :count] = np.clip(distances, -FARTHEST, FARTHEST)
            present[row, :count] = 1
        return values, present

    def sections(self) -> dict[str, bytes | np.ndarray]:
        """The network as `word-network.ts` reads it: the weights of a layer have one row of inputs for each output."""
        blocks = {f"block{index}": block for index, block in enumerate(self.parameters["blocks"])}
        made = {
            "names": "\n".join(self.names).encode(),
            "means": self.means,
            "deviations": self.deviations,
            "blocks": "\n".join(blocks).encode(),
        }
        layers = {name: layer for name, layer in self.parameters.items() if name != "blocks"}
        for name, layer in (layers | blocks).items():
            made |= {f"{name}.weights": layer["weights"].T, f"{name}.biases": layer["biases"]}
            if "taps" in layer:
                made[f"{name}.taps"] = layer["taps"]
        return {f"network.{name}": part for name, part in made.items()}


def fit(replies: Replies, names: list[str], features: np.ndarray, chosen: np.ndarray) -> Network:
    """The network after EPOCHS passes over the replies of the mask `chosen`; `features` has a row a word, a column a name."""
    random = np.random.RandomState(SEED)
    means, deviations = scale_of(features)
    model = Network(names, means, deviations, initial(jax.random.PRNGKey(SEED), len(names)))
    shares = np.where(replies.is_twin, TWIN_WEIGHT, 1).astype(np.float32)
    indexes = np.flatnonzero(chosen)
    passages = whole_replies(replies, indexes) + excerpts(replies, indexes, random)
    batches = [
        (*model.pack(features, *batch), *pack_labels(replies, shares, *batch))
        for batch in make_batches([passages[place] for place in random.permutation(len(passages))])
    ]
    rate = optax.cosine_onecycle_schedule(len(batches) * EPOCHS, LEARNING_RATE, WARM_UP)
    parameters, state = model.parameters, optimizer.init(model.parameters)
    keys = jax.random.split(jax.random.PRNGKey(SEED), len(batches) * EPOCHS)
    order = np.concatenate([random.permutation(len(batches)) for _ in range(EPOCHS)])
    for taken, (key, place) in enumerate(zip(keys, order, strict=True)):
        parameters, state = step(parameters, state, key, rate(taken), batches[place])
    model.parameters = jax.tree.map(np.asarray, parameters)
    return model


def out_of_fold(
    replies: Replies, names: list[str], features: np.ndarray, folds: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The probability of each word and of each reply by a network that has not seen its fold."""
    parts = [fit(replies, names, features, folds != fold).predict(replies, features, folds == fold) for fold in range(FOLDS)]
    of_words, of_replies = zip(*parts, strict=True)
    return sum(of_words), sum(of_replies)


def shortened(values: np.ndarray) -> np.ndarray:
    """Signed square roots: counts of thousands would drown all else, and a logarithm takes longer in the service."""
    return np.sign(values) * np.sqrt(np.abs(values))


def scale_of(features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean and standard deviation of each column, column by column to save memory."""
    columns = [shortened(column).astype(np.float64) for column in features.T]
    means = np.array([column.mean() for column in columns], dtype=np.float32)
    # A column that hardly varies would be blown up.
    return means, np.array([column.std() + 1e-3 for column in columns], dtype=np.float32)


def initial(key: jax.Array, inputs: int) -> dict:
    keys = iter(jax.random.split(key, 2 * BLOCKS + 5))

    def layer(inputs: int, outputs: int, scale: float) -> dict:
        weights = jax.random.normal(next(keys), (inputs, outputs)) * scale * np.sqrt(2 / inputs)
        return {"weights": weights, "biases": jnp.zeros(outputs)}

    def block() -> dict:
        taps = 1 / 3 + jax.random.normal(next(keys), (3, CHANNELS)) * 0.3
        return layer(CHANNELS, CHANNELS, 0.7) | {"taps": taps}

    return {
        "input": layer(inputs, CHANNELS, 1),
        "blocks": [block() for _ in range(BLOCKS)],
        "word": layer(CHANNELS, 1, 0.1),
        "attention": layer(CHANNELS, 1, 0.1),
        "pool": layer(3 * CHANNELS, CHANNELS, 1),
        "reply": layer(CHANNELS, 1, 0.1),
    }


def kept(values: jax.Array) -> jax.Array:
    return values


def hidden_of(parameters: dict, values: jax.Array, present: jax.Array, drop=kept) -> jax.Array:
    """The channels of each word; `drop` silences some inputs of each layer while fitting."""
    mask = present[..., None]
    hidden = jax.nn.relu(apply(parameters["input"], drop(values))) * mask
    for place, block in enumerate(parameters["blocks"]):
        before, own, after = block["taps"]
        mixed = before * moved(hidden, 2**place) + own * hidden + after * moved(hidden, -(2**place))
        hidden = (hidden + jax.nn.relu(apply(block, drop(mixed)))) * mask
    return hidden


@jax.jit
def read_batch(parameters: dict, values: jax.Array, present: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The probabilities of the words and of the replies."""
    hidden = hidden_of(parameters, values, present)
    of_words = apply(parameters["word"], hidden)[..., 0]
    return jax.nn.sigmoid(of_words), jax.nn.sigmoid(reply_of(parameters, hidden, hidden, present))


# AdamW (Loshchilov and Hutter, ICLR 2019), all but the learning rate.
optimizer = optax.chain(
    optax.clip_by_global_norm(MAX_STEP), optax.scale_by_adam(), optax.add_decayed_weights(WEIGHT_DECAY)
)


@jax.jit
def step(parameters: dict, state, key: jax.Array, rate: jax.Array, batch: tuple):
    """The parameters and the optimizer's state after one batch."""
    updates, state = optimizer.update(jax.grad(loss)(parameters, key, *batch), state, parameters)
    return optax.apply_updates(parameters, jax.tree.map(lambda update: -rate * update, updates)), state


def loss(parameters: dict, key: jax.Array, values, present, words, whole, weights) -> jax.Array:
    """Weighted log loss of the words and of the passages."""
    keys = iter(jax.random.split(key, BLOCKS + 3))

    def drop(part: jax.Array) -> jax.Array:
        # The same channels for all words of a reply.
        mask = jax.random.bernoulli(next(keys), 1 - DROPPED, (part.shape[0], *(1 for _ in part.shape[1:-1]), part.shape[-1]))
        return part * mask / (1 - DROPPED)

    hidden = hidden_of(parameters, values, present, drop)
    seen = drop(hidden)
    of_words = optax.sigmoid_binary_cross_entropy(apply(parameters["word"], seen)[..., 0], words)
    shares = present * weights[:, None]
    of_replies = optax.sigmoid_binary_cross_entropy(reply_of(parameters, hidden, seen, present, drop), whole)
    return (
        WORD_LOSS_WEIGHT * (of_words * shares).sum() / jnp.maximum(1, shares.sum())
        + (of_replies * weights).sum() / jnp.maximum(1, weights.sum())
    )


def reply_of(parameters: dict, hidden: jax.Array, seen: jax.Array, present: jax.Array, drop=kept) -> jax.Array:
    """Log-odds of each reply, from the mean of its words by attention, their mean and their highest values."""
    # Not minus infinity: rows of padding alone must not become NaN.
    attention = jax.nn.softmax(jnp.where(present > 0, apply(parameters["attention"], seen)[..., 0], -1e9), axis=-1)
    mean = hidden.sum(axis=1) / jnp.maximum(1, present.sum(axis=1))[:, None]
    # Channels are never negative, so that the zeros of padding do not count.
    pooled = jnp.concatenate([(attention[..., None] * hidden).sum(axis=1), mean, hidden.max(axis=1)], axis=-1)
    return apply(parameters["reply"], jax.nn.relu(apply(parameters["pool"], drop(pooled))))[..., 0]


def apply(layer: dict, values: jax.Array) -> jax.Array:
    return values @ layer["weights"] + layer["biases"]


def moved(values: jax.Array, distance: int) -> jax.Array:
    """Each word's values `distance` words later; zeros come in."""
    if distance > 0:
        return jnp.pad(values, ((0, 0), (distance, 0), (0, 0)))[:, :-distance]
    return jnp.pad(values, ((0, 0), (0, -distance), (0, 0)))[:, -distance:]
