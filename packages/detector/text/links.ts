/** A URL or an email address; `key` is the form in which two are compared. */
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

/** URLs and email addresses of `text`, in no particular order. */
export function scanLinks(text: string): LinkMention[] {
  return [...scanUrls(text), ...scanAddresses(text)];
}

export function scanUrls(text: string): LinkMention[] {
  const mentions: LinkMention[] = [];
  let from = 0;
  for (const match of text.matchAll(URL_START)) {
    if (match.index < from) continue;
    URL_END.lastIndex = match.index;
    const end = URL_END.exec(text)?.index ?? text.length;
    const url = trimPunctuation(text.slice(match.index, end));
    from = end;
    if (url.length <= match[0].length) continue;
    mentions.push({ start: match.index, end: match.index + url.length, text: url, key: buildUrlKey(url) });
  }
  return mentions;
}

/** Sentence punctuation after a link is not part of it, nor is a bracket that the link does not open. */
function trimPunctuation(url: string): string {
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

/** Spares most lines the search. */
const HAS_DOTTED = /[a-z\d]\.[a-z]{2}/i;
const HOST = /(?<![\w@./:-])(?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,24}(?:\/[^\s<>"'`{}|\\^”’]{0,500})?/gi;

/** Links without a scheme: "example.org/help". Also file names and the like, which only evidence may be read for. */
export function scanHosts(text: string): LinkMention[] {
  if (!HAS_DOTTED.test(text)) return [];
  return Array.from(text.matchAll(HOST), ({ 0: literal, index }) => {
    const url = trimPunctuation(literal);
    return { start: index, end: index + url.length, text: url, key: buildUrlKey(url) };
  });
}

const PATH = /(?<![\w/:.<{-])\/[\w{}<>[\]:$.-]{1,80}(?:[/?&=][\w{}<>[\]:$.-]{1,80}){0,12}/g;
const LINK_WITH_PLACEHOLDERS = /https?:\/\/[^\s"'`|\\^”’]{0,500}[{<:[$][^\s"'`|\\^”’]{0,500}/gi;

/** Paths without a host, and links with placeholders, as keys: "/orders/{id}", "example.org/orders/{id}". */
export const scanPaths = (text: string): string[] =>
  [...(text.match(PATH) ?? []), ...(text.match(LINK_WITH_PLACEHOLDERS) ?? [])].map((path) =>
    buildUrlKey(trimPunctuation(path)),
  );

export function scanAddresses(text: string): LinkMention[] {
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
function buildUrlKey(url: string): string {
  const withoutFragment = url.split('#', 1)[0] ?? '';
  return withoutFragment
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
}
