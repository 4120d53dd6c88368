import type { Annotation } from '../../conversations/evaluations/verdict';
import { groupBy } from '../../platform/group-by';
import type { GoldSpan } from './labelled-case';
import { sharedLength, stretchOf } from './span-counts';

/** Arguments of the tool calls of one message. */
export interface ArgumentCounts {
  /** Arguments with an annotation. */
  predicted: number;
  /** Of these, those of which an annotation touches a known error. */
  right: number;
  /** Arguments known to be wrong. */
  gold: number;
  /** Of these, those that an annotation touches. */
  found: number;
}

/** An argument is a parameter of one call; two annotations of it count as one. */
export function countArguments(
  gold: GoldSpan[],
  annotations: Annotation[],
  toolCallParts: number[],
): ArgumentCounts {
  const goldInCalls = gold.filter(({ part }) => toolCallParts.includes(part));
  const inCalls = annotations.filter(({ messagePartIndex }) => toolCallParts.includes(messagePartIndex));
  const touches = (span: GoldSpan, annotation: Annotation) => sharedLength(span, stretchOf(annotation)) > 0;

  const predicted = groups(inCalls, ({ messagePartIndex, parameterName, startOffset }) =>
    JSON.stringify([messagePartIndex, parameterName ?? startOffset]),
  );
  const wrong = groups(goldInCalls, ({ part, parameterName, start }) =>
    JSON.stringify([part, parameterName ?? start]),
  );
  return {
    predicted: predicted.length,
    right: predicted.filter((group) => group.some((one) => goldInCalls.some((span) => touches(span, one))))
      .length,
    gold: wrong.length,
    found: wrong.filter((group) => group.some((span) => inCalls.some((one) => touches(span, one)))).length,
  };
}

const groups = <Item>(items: Item[], keyOf: (item: Item) => string): Item[][] => [
  ...groupBy(items, keyOf).values(),
];
