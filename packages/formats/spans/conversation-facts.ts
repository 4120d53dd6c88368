import { hash } from 'node:crypto';
import { cutText } from '../../text';
import { type Attributes, textAttribute } from '../otlp/attributes';
import type { OtlpSpan, Resource } from '../otlp/telemetry';
import { listOf } from '../values/fields';
import { parseText } from '../values/json-text';
import { asText, textOf } from '../values/texts';
import type { GenAiSpan, SpanError } from './span';

// Limits of imported tags.
const MAX_TAG_KEY = 64;
const MAX_TAG_VALUE = 256;

const MAX_ERROR_MESSAGE = 4096;
const MAX_PROMPT = 255;

/** The names of the conversation's id, in the conventions and in the frameworks that export in their own. */
const conversationKeys = [
  'gen_ai.conversation.id',
  'session.id',
  'langfuse.session.id',
  'traceloop.association.properties.session_id',
  'ai.telemetry.metadata.sessionId',
  'ai.settings.context.sessionId',
  'langsmith.metadata.session_id',
  'langsmith.metadata.thread_id',
  'langsmith.metadata.conversation_id',
  'gcp.vertex.agent.session_id',
];

const userKeys = [
  'user.id',
  'enduser.id',
  'langfuse.user.id',
  'traceloop.association.properties.user_id',
  'ai.telemetry.metadata.userId',
  'ai.settings.context.userId',
  'langsmith.metadata.user_id',
];

// Those that are the same in all processes of a service.
const serviceKeys = ['service.namespace', 'service.name', 'deployment.environment.name'];

/** Metadata that frameworks add: the ids of conversations, and what LangChain,
 * LangGraph and LangSmith say about themselves. */
const frameworkMetadata =
  /^(session_?id|thread_?id|conversation_?id|revision_id|(__pregel|checkpoint|langgraph|langchain|langsmith|lc|ls)_.*)$/i;

/** The facts that every convention reads from the span itself. */
export function conversationFacts(span: OtlpSpan) {
  const { traceId, spanId, parentSpanId, startMicros, endMicros, library } = span;
  const responseId = textAttribute(span.attributes, ['gen_ai.response.id', 'ai.response.id']);
  const promptVersion = promptOf(span.attributes);
  return {
    traceId,
    spanId,
    parentSpanId,
    startMicros,
    endMicros,
    conversationKey: sessionIn(span.attributes, conversationKeys),
    source: sourceOf(span),
    library,
    resource: digestResource(span.resource),
    ...(responseId !== null && { responseId }),
    ...(promptVersion !== null && { promptVersion }),
    error: readError(span),
  } satisfies Partial<GenAiSpan>;
}

const promptPrefixes = ['gen_ai.prompt.', 'langfuse.observation.prompt.'];

/** The name and the version of a prompt, `support@12`, or one of them. */
function promptOf(attributes: Attributes): string | null {
  for (const prefix of promptPrefixes) {
    const named = [
      attributes.get(`${prefix}name`) ?? attributes.get(`${prefix}id`),
      attributes.get(`${prefix}version`),
    ]
      .map(textOf)
      .filter((text) => text !== '');
    if (named.length > 0) return cutText(named.join('@'), MAX_PROMPT);
  }
  return null;
}

/** Without a session, only conversations of one service and one user may be the same. */
function sourceOf({ resource, attributes }: OtlpSpan): string {
  const service = serviceKeys.map((key) => resource.get(key) ?? null);
  return hash('sha256', JSON.stringify([...service, textAttribute(attributes, userKeys)]), 'base64');
}

/** The spans of an export share few resources. */
const resourceDigests = new WeakMap<Resource, string>();

function digestResource(resource: Resource): string {
  const storedDigest = resourceDigests.get(resource);
  if (storedDigest !== undefined) return storedDigest;
  const digest = hash('sha1', JSON.stringify([...resource].sort()), 'base64');
  resourceDigests.set(resource, digest);
  return digest;
}

/** The id of a session; null for what Logfire writes in place of any value that has the word `session`. */
export function sessionIn(attributes: Attributes, names: string[]): string | null {
  const id = unquote(textAttribute(attributes, names));
  return id?.startsWith('[Scrubbed due to ') ? null : id;
}

/** MLflow has texts as JSON text also in OpenTelemetry's conventions. */
function unquote(text: string | null): string | null {
  const parsed = text?.startsWith('"') ? parseText(text) : null;
  return typeof parsed === 'string' && parsed !== '' ? parsed : text;
}

/** The error of a span's status or exception. */
function readError({ status, attributes, events }: OtlpSpan): SpanError | null {
  const type = textAttribute(attributes, ['error.type']);
  if (!status.isError && type === null) return null;
  const exception = events.find((event) => event.name === 'exception')?.attributes ?? new Map();
  const message =
    textAttribute(exception, ['exception.message'], MAX_ERROR_MESSAGE) ??
    (status.message === null ? null : cutText(status.message, MAX_ERROR_MESSAGE));
  return { type: type ?? textAttribute(exception, ['exception.type']), message };
}

/**
 * Tags in the form that imports accept: no dots or leading `$` in keys, bounded lengths, values as text. What
 * frameworks add makes none.
 */
export function cleanTags(tags: [string, unknown][]): Record<string, string> {
  const entries = tags.flatMap(([key, value]): [string, string][] => {
    const clean = cutText(key.replaceAll('.', '_').replace(/^\$/, '_'), MAX_TAG_KEY);
    return clean === '' || frameworkMetadata.test(clean) || value === null || value === undefined
      ? []
      : [[clean, cutText(asText(value), MAX_TAG_VALUE)]];
  });
  return Object.fromEntries(entries);
}

/** Tags that are only names. */
export function namedTags(names: unknown): [string, unknown][] {
  return listOf(names).flatMap((name): [string, unknown][] =>
    typeof name === 'string' ? [[name, 'true']] : [],
  );
}

/** The attributes with a prefix, without it. */
export function prefixed(attributes: Attributes, prefix: string): [string, unknown][] {
  return [...attributes].flatMap(([key, value]): [string, unknown][] =>
    key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [],
  );
}
