import { groupBy } from '../../platform/group-by';
import type { Outcome } from '../conventions/read-telemetry';
import { type Origin, toDisplayName } from '../otlp/origin';
import type { CallEvent, CallMessage, GenAiSpan } from '../span/span';

/** Why records of a batch make no conversation. */
export const ignoredReasons = ['unrelated', 'unknown_convention', 'no_content', 'rejected'] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

/** What a batch had from one instrumentation. Holds no content: of attributes, only the keys. */
export interface SourceReport {
  origin: Origin;
  /** Null where nothing was read. */
  convention: string | null;
  recordCount: number;
  /** Whether messages were recorded. */
  hasContent: boolean;
  ignored: Record<IgnoredReason, number>;
  /** Those that show an unknown convention, without numbers of list entries. */
  attributeKeys: string[];
  /** The ids of what was read, `<trace id>/<span id>`. */
  spanKeys: string[];
}

const MAX_KEYS = 20;

/** The reports on the spans of an export, by instrumentation. `origins` and `outcomes` are in the same order. */
export function diagnoseSpans(origins: Origin[], outcomes: Outcome<GenAiSpan>[]): SourceReport[] {
  return diagnose(origins, outcomes, {
    hasContent: ({ call }) => call !== null && [...call.inputs, ...call.outputs].some(hasParts),
    isModelCall: ({ kind, call, error }, convention) =>
      // The reader of OpenInference takes a model's span without messages for that of an agent.
      error === null &&
      (kind === 'model' || (convention === 'openinference' && (call?.model ?? null) !== null)),
  });
}

/** The reports on the log records of an export, by instrumentation. */
export function diagnoseEvents(origins: Origin[], outcomes: Outcome<CallEvent>[]): SourceReport[] {
  return diagnose(origins, outcomes, {
    hasContent: ({ inputs, outputs }) => [...inputs, ...outputs].some(hasParts),
    isModelCall: () => true,
  });
}

function hasParts({ parts }: CallMessage): boolean {
  return parts.length > 0;
}

interface Checks<Item> {
  hasContent(item: Item): boolean;
  /** Whether messages are expected of it. */
  isModelCall(item: Item, convention: string): boolean;
}

function diagnose<Item extends { traceId: string; spanId: string }>(
  origins: Origin[],
  outcomes: Outcome<Item>[],
  checks: Checks<Item>,
): SourceReport[] {
  const records = outcomes.map((outcome, index) => ({ outcome, origin: origins[index] ?? UNSTATED }));
  const bySource = groupBy(records, ({ origin }) =>
    JSON.stringify([origin.sdkName, origin.sdkVersion, origin.language]),
  );
  return [...bySource.values()].map((ofSource) => {
    const origin = ofSource[0]?.origin ?? UNSTATED;
    return reportOn(
      origin,
      ofSource.map(({ outcome }) => outcome),
      checks,
    );
  });
}

const UNSTATED: Origin = { sdkName: null, sdkVersion: null, language: null };

function reportOn<Item extends { traceId: string; spanId: string }>(
  origin: Origin,
  outcomes: Outcome<Item>[],
  { hasContent, isModelCall }: Checks<Item>,
): SourceReport {
  const read = outcomes.filter((outcome) => outcome.kind === 'read');
  const unknown = outcomes.filter((outcome) => outcome.kind === 'unknown');
  const withContent = read.some(({ item }) => hasContent(item));
  // Some calls have no messages by nature, those of embeddings for example.
  const withoutContent = withContent
    ? []
    : read.filter(({ item, convention }) => isModelCall(item, convention));
  const count = (kind: Outcome<Item>['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  return {
    origin,
    convention: read[0]?.convention ?? null,
    recordCount: outcomes.length,
    hasContent: withContent,
    ignored: {
      unrelated: count('unrelated'),
      unknown_convention: unknown.length,
      no_content: withoutContent.length,
      rejected: count('rejected'),
    },
    attributeKeys: distinctKeys(unknown.flatMap(({ attributeKeys }) => attributeKeys)),
    spanKeys: read.map(({ item }) => `${item.traceId}/${item.spanId}`),
  };
}

function distinctKeys(keys: string[]): string[] {
  const generic = keys.map((key) => toDisplayName(key.replace(/(?<=\.)\d+(?=\.|$)/g, 'n')));
  return [...new Set(generic)].slice(0, MAX_KEYS);
}
