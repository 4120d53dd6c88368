import { createHash } from 'node:crypto';
import {
  type CallEvent,
  type CallMessage,
  type GenAiSpan,
  mayBeOneCall,
  type Origin,
  type Outcome,
  toDisplayName,
} from '../../../packages/formats';
import { partText } from '../../../packages/text';
import { groupBy } from '../../platform/group-by';

/** Why records of a batch make no conversation. */
export const ignoredReasons = ['unrelated', 'unknown_convention', 'no_content', 'rejected'] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

/** What a batch had from one instrumentation. Holds no content: of attributes, only the keys. */
export interface SourceReport {
  origin: Origin;
  /** Null where nothing was read. */
  convention: string | null;
  recordCount: number;
  /** Sessions, or traces without one, of which messages were recorded. */
  conversationCount: number;
  /** Digests of the first ones, joined: a conversation may arrive in several batches. */
  conversationDigests: string;
  ignored: Record<IgnoredReason, number>;
  /** Those that show an unknown convention, without numbers of list entries. */
  attributeKeys: string[];
}

const MAX_KEYS = 20;
/** Characters of base64, 48 bits: among the 10,000 of a source, two are equal once in five million times. */
export const DIGEST_LENGTH = 8;
/** More conversations of one batch are counted in each batch. */
const MAX_DIGESTS = 1000;
// Comparing every span of an export with every other would block the event loop.
const MAX_COMPARED = 100;

/** The reports on the spans of an export, by instrumentation. `origins` and `outcomes` are in the same order. */
export function diagnoseSpans(origins: Origin[], outcomes: Outcome<GenAiSpan>[]): SourceReport[] {
  const spans = outcomes.flatMap((outcome) => (outcome.kind === 'read' ? [outcome.item] : []));
  const sessions = new Map(
    spans.flatMap(({ traceId, conversationKey }) =>
      conversationKey === null ? [] : [[traceId, conversationKey]],
    ),
  );
  const hasContent = ({ call }: GenAiSpan) =>
    call !== null && [...call.inputs, ...call.outputs].some(isRecorded);
  const recorded = spans.filter(hasContent).slice(0, MAX_COMPARED);
  return diagnose(origins, outcomes, {
    conversationOf: ({ traceId, conversationKey }) => conversationKey ?? sessions.get(traceId) ?? traceId,
    hasContent,
    isModelCall: (span, convention) =>
      // The reader of OpenInference reads a model's span without messages as that of an agent.
      span.error === null &&
      (span.kind === 'model' || (convention === 'openinference' && (span.call?.model ?? null) !== null)) &&
      !isRecordedBy(span, recorded),
  });
}

/** The reports on the log records of an export, by instrumentation. */
export function diagnoseEvents(origins: Origin[], outcomes: Outcome<CallEvent>[]): SourceReport[] {
  return diagnose(origins, outcomes, {
    conversationOf: ({ traceId }) => traceId,
    hasContent: ({ inputs, outputs }) => [...inputs, ...outputs].some(isRecorded),
    isModelCall: () => true,
  });
}

/** Media have no text. The calls of tools are recorded without their arguments where content is not. */
function isRecorded({ parts }: CallMessage): boolean {
  return parts.some((part) => partText(part) !== '');
}

/** A span without content need not have any where a span of another library has that of the same call. */
function isRecordedBy(one: GenAiSpan, others: readonly GenAiSpan[]): boolean {
  return others.some((other) => mayBeOneCall(one, other));
}

interface Checks<Item> {
  conversationOf(item: Item): string;
  hasContent(item: Item): boolean;
  /** Whether messages are expected of it. */
  isModelCall(item: Item, convention: string): boolean;
}

function diagnose<Item>(origins: Origin[], outcomes: Outcome<Item>[], checks: Checks<Item>): SourceReport[] {
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

function reportOn<Item>(
  origin: Origin,
  outcomes: Outcome<Item>[],
  { conversationOf, hasContent, isModelCall }: Checks<Item>,
): SourceReport {
  const read = outcomes.filter((outcome) => outcome.kind === 'read');
  const unknown = outcomes.filter((outcome) => outcome.kind === 'unknown');
  const recorded = new Set(
    read.filter(({ item }) => hasContent(item)).map(({ item }) => conversationOf(item)),
  );
  // Some calls have no messages by nature, those of embeddings for example.
  const withoutContent =
    recorded.size > 0 ? [] : read.filter(({ item, convention }) => isModelCall(item, convention));
  const count = (kind: Outcome<Item>['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  return {
    origin,
    convention: read[0]?.convention ?? null,
    recordCount: outcomes.length,
    conversationCount: recorded.size,
    conversationDigests: [...recorded].slice(0, MAX_DIGESTS).map(digestConversation).join(''),
    ignored: {
      unrelated: count('unrelated'),
      unknown_convention: unknown.length,
      no_content: withoutContent.length,
      rejected: count('rejected'),
    },
    attributeKeys: distinctKeys(unknown.flatMap(({ attributeKeys }) => attributeKeys)),
  };
}

/** The status holds no content, and the name of a session may be any text. */
function digestConversation(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, DIGEST_LENGTH);
}

function distinctKeys(keys: string[]): string[] {
  const generic = keys.map((key) => toDisplayName(key.replace(/(?<=\.)\d+(?=\.|$)/g, 'n')));
  return [...new Set(generic)].slice(0, MAX_KEYS);
}
