import { hash } from 'node:crypto';
import type { Message } from '../../../packages/formats';
import { partText } from '../../../packages/text';

/** The tag that names the prompt version of a conversation. */
const VERSION_TAG = 'prompt_version';
const DIGEST_LENGTH = 12;

/** Elements with retrieved or personal content, if they begin a line. */
const contentElements =
  'context|documents?|search_results|results|sources|memor(?:y|ies)|history|profile|user|customer|user_info|user_profile|conversation|examples_for_user';
const opening = new RegExp(`^\\s*<(${contentElements})(?:\\s[^>]*)?>`, 'i');
const closings = new RegExp(`</(${contentElements})>`, 'gi');

/** A line such as `Customer name: Ada`. */
const labelled = /^([^\p{L}]{0,8}[\p{L}_ -]{0,40}?)([\p{L}]+)([^\p{L}\p{N}]{0,4}:)/u;
const personal = new Set(
  (
    'name user username customer client caller person account company email mail phone address city country location ' +
    'timezone zone language locale session conversation ticket order id date day time today now timestamp birthday age'
  ).split(' '),
);

const wordsOfTimes = new Set([
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'].flatMap(namesOfTimes),
  'am',
  'pm',
  'utc',
  'gmt',
]);

/**
 * The version of the prompt that wrote a reply: `explicit`, which the client names for the reply, the tag of the
 * conversation, or else a digest of the system texts. Null without any.
 */
export function promptVersionOf(
  explicit: string | null,
  tags: Readonly<Record<string, string>>,
  systemDigests: readonly string[],
): string | null {
  const named = explicit ?? (Object.hasOwn(tags, VERSION_TAG) ? tags[VERSION_TAG] : null);
  if (named) return named;
  if (systemDigests.length === 0) return null;
  return `system-${hash('sha256', systemDigests.join(), 'hex').slice(0, DIGEST_LENGTH)}`;
}

/** The version of a prompt that is only a system text. */
export function versionOfPrompt(text: string): string | null {
  return promptVersionOf(null, {}, [systemDigest({ parts: [{ type: 'text', content: text }] })]);
}

/** The messages that instruct the model before a conversation begins. */
export function systemMessages<Source extends Pick<Message, 'role'>>(messages: readonly Source[]): Source[] {
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  return messages.slice(0, first === -1 ? messages.length : first);
}

/** The digest of a system message without its variable parts. */
export function systemDigest({ parts }: Pick<Message, 'parts'>): string {
  const text = parts.map((part) => partText(part) ?? '').join('\n');
  return hash('sha256', constantWords(text).join(' '), 'base64');
}

/**
 * The words of a system text that are the same for all conversations: without dates, times, numbers, ids, addresses,
 * values of lines about a person or a session, and elements with retrieved content.
 */
function constantWords(text: string): string[] {
  return withoutElements(text.split('\n'))
    .map(withoutValue)
    .flatMap((line) => line.split(/[\s/]+/u))
    .filter((token) => !/[\p{N}@]/u.test(token))
    .flatMap((token) => token.match(/[\p{L}\p{M}]+/gu) ?? [])
    .filter((word) => !wordsOfTimes.has(word.toLowerCase()));
}

/** Leaves out elements that are closed; each line is read once. */
function withoutElements(lines: readonly string[]): string[] {
  const lastClosings = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    for (const [, name] of line.matchAll(closings)) lastClosings.set(name?.toLowerCase() ?? '', index);
  }
  let open: string | null = null;
  return lines.filter((line, index) => {
    const wasOpen = open !== null;
    const name: string | undefined = opening.exec(line)?.[1]?.toLowerCase();
    if (open === null && name !== undefined && (lastClosings.get(name) ?? -1) >= index) open = name;
    if (open === null) return true;
    if (line.toLowerCase().includes(`</${open}>`)) open = null;
    return !wasOpen && open === null && name === undefined;
  });
}

function withoutValue(line: string): string {
  const [label, , word] = labelled.exec(line) ?? [];
  return label !== undefined && personal.has(word?.toLowerCase() ?? '') ? label : line;
}

/** The names of months and days of the week in a language. */
function namesOfTimes(locale: string): string[] {
  return (['long', 'short'] as const).flatMap((form) => {
    const month = new Intl.DateTimeFormat(locale, { month: form, timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat(locale, { weekday: form, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => [
      month.format(Date.UTC(2026, index)),
      weekday.format(Date.UTC(2026, 0, 1 + (index % 7))),
    ])
      .flat()
      .map((name) => name.toLowerCase().replace('.', ''));
  });
}
