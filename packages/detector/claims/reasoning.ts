import { isWithin, type Region, scanCodeBlocks } from '../text/regions';

const NAME =
  '(?:[a-z]{1,12}[:_-])?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflect(?:ion)?|analysis|scratch_?pad|cot|chain[_-]of[_-]thoughts?|(?:inner|internal)[_-](?:monologue|thoughts?))(?:[_-](?:process|trace|block))?';
/** "<think>", "<thinking duration="3">", "[THINK]", "◁think▷", "<|begin_of_thought|>", "<|channel|>analysis<|message|>". */
const START = `<${NAME}(?:\\s[^<>\\n]{0,80})?>|\\[${NAME}\\]|◁${NAME}▷|<\\|(?:begin_of_|start_)?${NAME}\\|>|<\\|channel\\|>(?:analysis|commentary)[^<\\n]{0,40}<\\|message\\|>`;
const END = `</${NAME}\\s?>|\\[/${NAME}\\]|◁/${NAME}▷|<\\|(?:end_of_|end_|/)${NAME}\\|>|(?:<\\|end\\|>)?(?:<\\|start\\|>assistant)?<\\|channel\\|>final<\\|message\\|>`;
const TAG = new RegExp(`(?<start>${START})|(?:${END})`, 'giu');
/** Square brackets are a tag in capitals only: "[reason]" is a blank to fill in. */
const isTag = (tag: string): boolean => !tag.startsWith('[') || tag === tag.toUpperCase();
const isMention = (text: string, start: number, end: number): boolean =>
  text[start - 1] === '`' && text[end] === '`';

/**
 * Reasoning in the content of a reply, with its tags, in order and disjoint. An end tag without a start tag ends
 * reasoning that began with the reply. A start tag without an end tag at the beginning of a line starts reasoning that
 * was never ended: all of the rest. Tags in code are text.
 */
export function scanReasoning(text: string): Region[] {
  const regions: Region[] = [];
  const blocks = scanCodeBlocks(text);
  const endOfText = text.trimEnd().length;
  let open: number | null = null;
  for (const match of text.matchAll(TAG)) {
    const [tag] = match;
    const [start, end] = [match.index, match.index + tag.length];
    if (!isTag(tag) || isMention(text, start, end)) continue;
    const isCode = isWithin(blocks, start);
    if (match.groups?.start !== undefined) {
      if (!isCode) open ??= start;
    } else if (open !== null) {
      regions.push({ start: open, end });
      open = null;
    } else if (!isCode) {
      const isAtEnd = end >= endOfText;
      regions.push({ start: isAtEnd ? start : (regions.at(-1)?.end ?? 0), end });
    }
  }
  if (open !== null && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, open - 40), open)))
    regions.push({ start: open, end: text.length });
  return regions;
}

/** A text without its reasoning. */
export function withoutReasoning(text: string): string {
  let rest = '';
  let end = 0;
  for (const region of scanReasoning(text)) {
    rest += text.slice(end, region.start);
    end = region.end;
  }
  return rest + text.slice(end);
}
