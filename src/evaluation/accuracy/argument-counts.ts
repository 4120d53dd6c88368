import type { Annotation } from '../../../packages/detector';
import { groupBy } from '../../platform/group-by';
import type { GoldSpan } from './labeled-case';
import { sharedLength, stretchOf } from './span-counts';

/** Counts over the arguments of the tool calls of one message. */
export interface ArgumentCounts {
  /** Arguments with an annotation. */
  predicted: number;
  /** Of `predicted`, those with an annotation that overlaps a known error. */
  right: number;
  /** Arguments known to be wrong. */
  gold: number;
  /** Of `gold`, those that an annotation overlaps. */
  found: number;
}

/** An argument is a parameter of one call. Several annotations of an argument count once. */
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
