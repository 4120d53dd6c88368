import { type Message, type MessagePart, partText } from '../../../conversations/message/message';
import { scanSentences } from '../../../platform/text/sentences';
import { scanTokens, type Token } from '../../../platform/text/tokens';
import { ArgumentEvidence } from '../arguments/argument-evidence';
import { once } from '../once';
import { CalendarIndex } from '../text/calendar-words';
import { DateIndex } from '../text/dates';
import { isEnglish } from '../text/language';
import { LinkIndex } from '../text/links';
import { NumberIndex } from '../text/numbers';
import { SCRIPT_SAMPLE, ScriptComparison } from '../text/scripts';
import { TimeIndex } from '../text/times';
import { type GrowingText, settledEndOf } from './growing-text';
import { UndoLog } from './undo-log';
import { WordIndex } from './word-index';

/** What a reply may rely on, indexed once and then asked by every check. It grows with its conversation. */
export class Evidence implements GrowingText {
  text = '';
  lines = '';
  settledEnd = 0;
  private readonly log = new UndoLog();
  readonly words = new WordIndex(this, this.log);
  readonly numbers = new NumberIndex(this, this.log);
  readonly dates = new DateIndex(this, this.numbers, this.log);
  readonly times = new TimeIndex(this, this.numbers, this.dates, this.log);
  readonly links = new LinkIndex(this.log);
  readonly calendar = new CalendarIndex(this, this.dates);
  /** The same for arguments of tool calls. */
  readonly ofArguments = once(() => new ArgumentEvidence(this, this.log));
  /** Length of the complete lines that were read: tokens and links do not go beyond the end of a line. */
  private readLength = 0;
  private openTokens: Token[] = [];
  private english: boolean | null = null;
  private comparison: ScriptComparison | null = null;

  /**
   * Sets the text to `lines`, which begin as those of the last call and end with a line break or are empty, and `rest`,
   * which the next call replaces. `isLast`: there is no next call.
   */
  grow(lines: string, rest: string, isLast = false): void {
    const { log, words, numbers, dates, times, links } = this;
    log.undo();
    const added = lines.slice(this.readLength);
    const addedTokens = shifted(scanTokens(added), this.readLength);
    words.addTokens(addedTokens);
    for (const token of addedTokens) numbers.addToken(token);
    links.addLines(added);
    this.readLength = lines.length;
    this.openTokens = shifted(scanTokens(rest), lines.length);
    this.text = lines + rest;
    this.lines = isLast ? this.text : lines;
    this.settledEnd = isLast ? Number.POSITIVE_INFINITY : settledEndOf(lines);
    this.english = null;
    if (lines.length < SCRIPT_SAMPLE) this.comparison = null;
    const addOpen = [numbers.grow(), dates.grow(), times.grow()];
    if (!isLast) log.begin();
    for (const add of addOpen) add();
    words.addTokens(this.openTokens);
    for (const token of this.openTokens) numbers.addToken(token);
    links.addLines(rest);
    this.openTokens = [];
  }

  tokensFrom(place: number): Token[] {
    const open = this.openTokens.filter(({ start }) => start >= place);
    return [...this.words.tokensFrom(place), ...open];
  }

  get isEnglish(): boolean {
    this.english ??= isEnglish(this.text);
    return this.english;
  }

  get scripts(): ScriptComparison {
    this.comparison ??= new ScriptComparison(this.text);
    return this.comparison;
  }
}

/** Indexes `text` as evidence that does not grow. */
export function indexEvidence(text: string): Evidence {
  const evidence = new Evidence();
  evidence.grow('', text, true);
  return evidence;
}

function shifted(tokens: Token[], by: number): Token[] {
  for (const token of tokens) {
    token.start += by;
    token.end += by;
  }
  return tokens;
}

const SOURCE_ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'tool', 'function']);
const isMedia = ({ type }: MessagePart): boolean => type === 'blob' || type === 'uri' || type === 'file';

/**
 * The texts a reply may rely on: content of system, developer and user messages and tool results.
 * Assistant turns are context, not evidence.
 */
export function evidenceTexts(messages: Message[]): string[] {
  return messages
    .filter(({ role }) => SOURCE_ROLES.has(role))
    .flatMap(({ parts }) => parts.map(partText))
    .filter((text) => text !== null);
}

/** The texts of every message, what the assistant said included; its tool calls are not: they may be the error. */
export function conversationTexts(messages: Message[]): string[] {
  return messages
    .flatMap(({ parts }) => parts.filter(({ type }) => type !== 'tool_call').map(partText))
    .filter((text) => text !== null);
}

/** Whether a message holds an image, audio or file, which this evaluator cannot read. */
export function hasUnreadableEvidence(messages: Message[]): boolean {
  return messages.some(({ role, parts }) => SOURCE_ROLES.has(role) && parts.some(isMedia));
}

const REQUEST =
  /^(?:please\s+|can you\s+|could you\s+)?(?:you(?:'re| are| will| must| should)|tell|write|explain|describe|list|give|create|generate|summari[sz]e|translate|suggest|recommend|help|show|find|compare|answer|respond|reply|be|do|don't|never|always|hi|hello|hey|thanks|thank)\b/i;
const FEWEST_WORDS = 4;
const FEWEST_IDEOGRAPHS = 8;

/**
 * Whether the messages state anything. Questions, requests and instructions alone leave a reply to the model's
 * own knowledge, about which this evaluator knows nothing. A tool result always states something.
 */
export function statesSomething(messages: Message[]): boolean {
  return (
    messages.some(({ parts }) => parts.some(({ type }) => type === 'tool_call_response')) ||
    evidenceTexts(messages).some((text) => scanSentences(text).some((sentence) => isStatement(sentence.text)))
  );
}

function isStatement(sentence: string): boolean {
  if (/[?？]["'”’)]*$/.test(sentence)) return false;
  const said = REQUEST.test(sentence)
    ? sentence.slice(sentence.indexOf(': ') + 1 || sentence.length)
    : sentence;
  return (
    scanTokens(said).length >= FEWEST_WORDS ||
    /\d/.test(said) ||
    (said.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0) >=
      FEWEST_IDEOGRAPHS
  );
}
