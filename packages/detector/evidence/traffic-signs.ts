import type { Message } from '../../formats';
import type { TrafficKind } from '../contract/traffic';
import type { Region } from '../text/regions';
import { listEvidenceParts } from './evidence-texts';

/** Where a text says what is to be done; between them are the passages. */
const MAX_EDGE_LENGTH = 400;
const SUMMARY_REQUEST =
  /\b(?:summari[sz](?:e|ing)|sum up|condense|recap|tl;?dr)\b|\b(?:write|give|create|provide|produce|generate|draft|need|want|make)\b[^.?!\n]{0,40}\b(?:summary|summaries|abstract|synopsis)\b/i;
/** An instruction that names what the reply has to be taken from, or the label of it. */
const SOURCES =
  /\b(?:the|these|this|following|provided|given|retrieved|attached)\s+(?:passages?|documents?|excerpts?|snippets?|articles?|contexts?|paragraphs?|sources?|search results?)\b|\b(?:knowledge base|search results?)\b|\b(?:only|solely|strictly|exclusively)\s+(?:based\s+)?(?:on|from|using)\b|\b(?:using|from|on)\s+only\b|^\W{0,4}(?:passage|document|context|source|excerpt)s?\b[^\n.]{0,40}(?::|$)/im;
/** An instruction to converse, rather than to look something up. */
const CHAT =
  /\b(?:chat(?:ting)?|talk(?:ing)?|convers(?:e|ing))\s+(?:with|to|about)\b|\b(?:small talk|conversation partner|companion|persona)\b/i;
/** UTF-16 units of the evidence before a reply of a short chat, and of the reply: about 700 and 60 words. */
const SHORT = { evidence: 4_000, reply: 350 } as const;

/** What can be seen of a conversation, message after message, that tells kinds of traffic apart. */
export class TrafficSigns {
  private length = 0;
  private namesSources = false;
  private isSummarizer = false;
  private asksForSummary = false;
  private isChat = false;

  add(message: Message): void {
    const texts = listEvidenceParts(message).map(({ text }) => text);
    const edges = texts.map(cutToEdges);
    const has = (sign: RegExp): boolean => edges.some((text) => sign.test(text));
    if (message.role === 'user') this.asksForSummary = has(SUMMARY_REQUEST);
    else if (message.role === 'system' || message.role === 'developer') {
      this.isSummarizer ||= has(SUMMARY_REQUEST);
      this.isChat ||= has(CHAT);
    }
    this.namesSources ||= has(SOURCES);
    this.length += texts.reduce((sum, text) => sum + text.length, 0);
  }

  /** Takes what instructs the assistant out of the length: a policy is no evidence of the case. */
  leaveOut({ start, end }: Region): void {
    this.length -= end - start;
  }

  /** The kind of a conversation without tools, with a reply of `replyLength` UTF-16 units. */
  recognize(replyLength: number): TrafficKind {
    if (this.asksForSummary || this.isSummarizer) return 'summaries';
    const isShort = this.length <= SHORT.evidence && replyLength <= SHORT.reply;
    if (this.namesSources || !isShort) return 'rag';
    return this.isChat ? 'short_chat' : 'agent';
  }
}

const cutToEdges = (text: string): string =>
  text.length <= 2 * MAX_EDGE_LENGTH
    ? text
    : `${text.slice(0, MAX_EDGE_LENGTH)}\n${text.slice(-MAX_EDGE_LENGTH)}`;
