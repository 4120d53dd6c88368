import type { Message, MessagePart } from '../../formats';
import { partText } from '../../text';
import { scanSentences } from '../base/sentences';
import { scanTokens } from '../base/tokens';

const SOURCE_ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'tool', 'function']);
const isMedia = ({ type }: MessagePart): boolean => type === 'blob' || type === 'uri' || type === 'file';

/** A message part with text. */
export interface EvidencePart {
  messagePartIndex: number;
  text: string;
}

/**
 * The texts a reply may rely on: content of system, developer and user messages and tool results.
 * Assistant turns are context, not evidence.
 */
export function listEvidenceTexts(messages: Message[]): string[] {
  return messages.flatMap(listEvidenceParts).map(({ text }) => text);
}

/** The parts that hold those texts. */
export function listEvidenceParts({ role, parts }: Message): EvidencePart[] {
  return SOURCE_ROLES.has(role) ? listTextParts(parts) : [];
}

/** The parts with text of any message, what the assistant said included; its tool calls are not: they may be the error. */
export function listConversationParts({ parts }: Message): EvidencePart[] {
  return listTextParts(parts).filter(({ messagePartIndex }) => parts[messagePartIndex]?.type !== 'tool_call');
}

function listTextParts(parts: readonly MessagePart[]): EvidencePart[] {
  return parts.flatMap((part, messagePartIndex) => {
    const text = partText(part);
    return text === null ? [] : [{ messagePartIndex, text }];
  });
}

/** Whether a message holds an image, audio or file, which this evaluator cannot read. */
export function hasUnreadableEvidence(messages: Message[]): boolean {
  return messages.some(({ role, parts }) => SOURCE_ROLES.has(role) && parts.some(isMedia));
}

const REQUEST =
  /^(?:please\s+|can you\s+|could you\s+)?(?:you(?:'re| are| will| must| should)|tell|write|explain|describe|list|give|create|generate|summari[sz]e|translate|suggest|recommend|help|show|find|compare|answer|respond|reply|be|do|don't|never|always|hi|hello|hey|thanks|thank)\b/i;
/** "Status: shipped", but not "Task: a poem". */
const NAMED_VALUE =
  /^(?!(?:task|topic|question|query|prompt|request|instructions?|goal|role|format|language|output|style|tone|note|q|a)\s?[:：])[\p{L}\p{N}][\p{L}\p{N} _/()'’-]{0,40}[:：]\s*[^\s{[]/iu;
/** Also in what reads like a request: "Write to help@example.com." */
const EMAIL_ADDRESS = /[\p{L}\p{N}]@[\p{L}\p{N}-]+\.\p{L}/u;
const LINK = /https?:\/\/\S|\bwww\.\S/i;
const LIST_MARKER = /^(?:[-*•]|\d{1,3}[.)])\s+(?=\S)/;
const LONE_MARKER = /^\d{1,3}[.)]$/;
/** "apples, plums, cherries": three items at least. */
const LIST = /^[\p{L}\p{N}][^,;\n]{0,40}(?:[,;]\s*[^,;\n]{1,40}){2,}$/u;
const MIN_WORDS = 4;
const MIN_IDEOGRAPHS = 8;

/**
 * Whether the messages state anything. Questions, requests and instructions alone leave a reply to the model's
 * own knowledge, about which this evaluator knows nothing. A tool result always states something.
 */
export function hasStatement(messages: Message[]): boolean {
  return (
    messages.some(({ parts }) => parts.some(({ type }) => type === 'tool_call_response')) ||
    listEvidenceTexts(messages).some((text) =>
      scanSentences(text).some((sentence) => isStatement(sentence.text)),
    )
  );
}

function isStatement(sentence: string): boolean {
  if (/[?？]["'”’)]*$/.test(sentence)) return false;
  if (LONE_MARKER.test(sentence)) return false;
  if (EMAIL_ADDRESS.test(sentence)) return true;
  const item = sentence.replace(LIST_MARKER, '');
  const isRequest = REQUEST.test(item);
  const statement = isRequest ? item.slice(item.indexOf(': ') + 1 || item.length) : item;
  return (
    scanTokens(statement).length >= MIN_WORDS ||
    NAMED_VALUE.test(statement) ||
    LINK.test(statement) ||
    LIST.test(statement) ||
    (item !== sentence && !isRequest) ||
    /\p{Nd}/u.test(statement) ||
    (statement.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ??
      0) >= MIN_IDEOGRAPHS
  );
}
