import { checkConfidence, type Finding, quoted } from '../checks/finding';
import type { UndoLog } from '../evidence/undo-log';

/** A URL or an e-mail address; `key` is the form in which two are compared. */
export interface LinkMention {
  start: number;
  end: number;
  text: string;
  key: string;
}

const URL_START = /https?:\/\/|www\./gi;
const URL_END = /[\s<>"'`{}|\\^”’]/g;
const ADDRESS_LEFT = /[\p{L}\p{N}._%+-]{1,64}$/u;
const ADDRESS_RIGHT = /^[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/u;
const LONGEST_PATH = 16;

/** URLs and e-mail addresses of `text`, in no particular order. */
export function scanLinks(text: string): LinkMention[] {
  return [...scanUrls(text), ...scanAddresses(text)];
}

function scanUrls(text: string): LinkMention[] {
  const mentions: LinkMention[] = [];
  let from = 0;
  for (const match of text.matchAll(URL_START)) {
    if (match.index < from) continue;
    URL_END.lastIndex = match.index;
    const end = URL_END.exec(text)?.index ?? text.length;
    const url = withoutTrailingPunctuation(text.slice(match.index, end));
    from = end;
    if (url.length <= match[0].length) continue;
    mentions.push({ start: match.index, end: match.index + url.length, text: url, key: urlKey(url) });
  }
  return mentions;
}

/** Sentence punctuation after a link is not part of it, nor is a bracket that the link does not open. */
function withoutTrailingPunctuation(url: string): string {
  let end = url.length;
  const opens = url.includes('(');
  while (end > 0) {
    const last = url.charAt(end - 1);
    if (!'.,;:!?*]'.includes(last) && !(last === ')' && !opens)) break;
    end -= 1;
  }
  const cut = url.slice(0, end);
  const bracket = cut.indexOf(']('); // [text](link) whose text is a link too
  return bracket === -1 ? cut : cut.slice(0, bracket);
}

function scanAddresses(text: string): LinkMention[] {
  const mentions: LinkMention[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const left = ADDRESS_LEFT.exec(text.slice(Math.max(0, at - 64), at))?.[0];
    const right = left && ADDRESS_RIGHT.exec(text.slice(at + 1, at + 300))?.[0];
    if (!left || !right) continue;
    const address = `${left}@${right}`;
    const start = at - left.length;
    mentions.push({ start, end: start + address.length, text: address, key: address.toLowerCase() });
  }
  return mentions;
}

/** No scheme, no "www.", no fragment, no slash at the end; lower case. */
function urlKey(url: string): string {
  const withoutFragment = url.split('#', 1)[0] ?? '';
  return withoutFragment
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
}

const hostOf = (key: string): string => key.split(/[/?@]/).find((piece) => piece.includes('.')) ?? key;

/** The links of the evidence. */
export class LinkIndex {
  /** Keys of every link, and of every leading part of its path. */
  readonly keys = new Set<string>();
  /** The last link of each host, for explanations; an e-mail address comes before a URL. */
  private readonly urls = new Map<string, string>();
  private readonly addresses = new Map<string, string>();

  constructor(private readonly log: UndoLog) {}

  /** Adds the links of complete lines: no link goes beyond the end of its line. */
  addLines(lines: string): void {
    for (const mention of scanUrls(lines)) this.addLink(mention, this.urls);
    for (const mention of scanAddresses(lines)) this.addLink(mention, this.addresses);
  }

  private addLink({ key, text }: LinkMention, byHost: Map<string, string>): void {
    this.log.add(this.keys, key);
    this.log.set(byHost, hostOf(key), text);
    let slash = key.indexOf('/');
    for (let depth = 0; slash !== -1 && depth < LONGEST_PATH; depth += 1) {
      this.log.add(this.keys, key.slice(0, slash));
      slash = key.indexOf('/', slash + 1);
    }
  }

  /** A link of the same host as the key, or null. */
  findNear(key: string): string | null {
    return this.linkOf(hostOf(key));
  }

  /** A link of the host that is named first, or null. */
  get example(): string | null {
    const host = this.urls.keys().next().value ?? this.addresses.keys().next().value;
    return host === undefined ? null : this.linkOf(host);
  }

  private linkOf(host: string): string | null {
    return this.addresses.get(host) ?? this.urls.get(host) ?? null;
  }
}

/** Links of the reply that the evidence does not have, nor a longer link that starts with them. */
export function checkLinks(mentions: LinkMention[], evidence: LinkIndex): Finding[] {
  return mentions
    .filter(({ key }) => !evidence.keys.has(key))
    .map(({ start, end, text, key }) => {
      const near = evidence.findNear(key);
      const nearest = near === null ? '' : `; the nearest one there is ${quoted(near)}`;
      return {
        start,
        end,
        label: 'fabrication',
        explanation: `The ${key.includes('@') ? 'e-mail address' : 'link'} ${quoted(text)} is nowhere in the evidence${nearest}.`,
        confidence: checkConfidence.link,
      };
    });
}
