import { hash } from 'node:crypto';
import type { Message } from '../../../packages/formats';
import { partText } from '../../../packages/text';

/** The tag that names the prompt version of a conversation. */
const VERSION_TAG = 'prompt_version';
const DIGEST_LENGTH = 12;
/** Replaces a word with a digit or an @. */
const NUMBER = '0';

/** Elements with retrieved or personal content, if they begin a line. */
const contentElements =
  'context|documents?|search_results|results|sources|memor(?:y|ies)|history|profile|user|customer|user_info|user_profile|conversation|examples_for_user';
const opening = new RegExp(`^\\s*<(${contentElements})(?:\\s[^>]*)?>`, 'i');
const closings = new RegExp(`</(${contentElements})>`, 'gi');

/** The text that is read: what follows is mostly retrieved, and a digest should not take longer than storing it. */
const MAX_LENGTH = 50_000;
/** Of the label of a line such as `Customer name: Ada`. */
const MAX_LABEL_LENGTH = 60;
const personal = new Set(
  (
    'name user username customer client caller person account company email mail phone address city country location ' +
    'timezone zone language locale session conversation ticket order id date day time today now timestamp birthday age'
  ).split(' '),
);

/** Names of months and days in seven languages. */
const wordsOfTimes = new Set(
  (
    'january february april june july september october november december monday tuesday wednesday thursday friday ' +
    'saturday sunday januar februar märz juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag ' +
    'sonntag janvier février avril juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi ' +
    'vendredi samedi dimanche enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre lunes ' +
    'martes miércoles jueves viernes sábado domingo gennaio febbraio aprile maggio giugno luglio settembre ottobre ' +
    'dicembre lunedì martedì mercoledì giovedì venerdì sabato domenica janeiro fevereiro março maio junho julho setembro ' +
    'outubro novembro dezembro januari februari maart augustus maandag dinsdag woensdag donderdag vrijdag zaterdag ' +
    'zondag utc gmt'
  ).split(' '),
);
/** Short names, and names that are words too: of a time only next to a number or another name of a time. */
const ambiguousWords = new Set(
  (
    'may march august mars mai mayo mei am pm jan feb mar apr jun jul aug sep oct nov dec mon tue wed thu fri sat sun mär ' +
    'okt dez mo di mi do fr sa so janv févr avr juil sept déc lun mer jeu ven sam dim ene abr ago dic mié jue vie sáb dom ' +
    'gen mag giu lug set ott gio sab fev out seg ter qua qui sex mrt ma wo vr za zo segunda terça quarta quinta sexta feira'
  ).split(' '),
);

/**
 * The version of the prompt that wrote a reply: `explicit`, which the client names for the reply, the tag of the
 * conversation, or else a digest of the system texts. Null without any.
 */
export function promptVersionOf(
  explicit: string | null,
  tags: Readonly<Record<string, string>>,
  readSystemDigests: () => readonly string[],
): string | null {
  const named = explicit ?? (Object.hasOwn(tags, VERSION_TAG) ? tags[VERSION_TAG] : null);
  if (named) return named;
  const systemDigests = readSystemDigests();
  if (systemDigests.length === 0) return null;
  return `system-${hash('sha256', systemDigests.join(), 'hex').slice(0, DIGEST_LENGTH)}`;
}

/** The version of a prompt that is only a system text. */
export function versionOfPrompt(text: string): string | null {
  return promptVersionOf(null, {}, () => [systemDigest({ parts: [{ type: 'text', content: text }] })]);
}

/** The messages that instruct the model before a conversation begins. */
export function systemMessages<Source extends Pick<Message, 'role'>>(messages: readonly Source[]): Source[] {
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  return messages.slice(0, first === -1 ? messages.length : first);
}

/** The digest of a system message without its variable parts. */
export function systemDigest({ parts }: Pick<Message, 'parts'>): string {
  const text = parts
    .map((part) => partText(part) ?? '')
    .join('\n')
    .slice(0, MAX_LENGTH);
  return hash('sha256', constantWords(text).join(' '), 'base64');
}

/**
 * The words of a system text that are the same for all conversations: without dates, times, numbers, ids, addresses,
 * values of lines about a person or a session, and elements with retrieved content.
 */
function constantWords(text: string): string[] {
  return withoutElements(text.split('\n')).map(withoutValue).flatMap(wordsOfLine);
}

function wordsOfLine(line: string): string[] {
  const words = line
    .split(/[\s/]+/u)
    .flatMap((token) => (/[\p{N}@]/u.test(token) ? [NUMBER] : (token.match(/[\p{L}\p{M}]+/gu) ?? [])));
  const isTime = (word = 'none') =>
    word === NUMBER || wordsOfTimes.has(word.toLowerCase()) || ambiguousWords.has(word.toLowerCase());
  return words.filter((word, index) => {
    if (word === NUMBER || wordsOfTimes.has(word.toLowerCase())) return false;
    return !(isTime(word) && (isTime(words[index - 1]) || isTime(words[index + 1])));
  });
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
  const colon = line.indexOf(':');
  if (colon === -1 || colon > MAX_LABEL_LENGTH) return line;
  const label = line.slice(0, colon);
  const word = /\p{N}/u.test(label) ? undefined : label.match(/\p{L}+/gu)?.at(-1);
  return word !== undefined && personal.has(word.toLowerCase()) ? label : line;
}
