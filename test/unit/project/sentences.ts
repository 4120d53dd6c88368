/** Sentences of documents have at most this many words. */
export const MAX_WORDS = 25;

export interface Sentence {
  /** 1-based line of the page that the sentence begins in. */
  line: number;
  wordCount: number;
  text: string;
}

/** A fenced code block, up to the fence of the same form. */
const FENCED = /^( *)(```|~~~).*?^\1\2/gms;
const CODE_SPAN = /`[^`]*`/g;
const LINK_TARGET = /(?<=\])\([^)]*\)/g;
const TABLE_ROW = /^\s*\|/;
const LIST_ITEM = /^\s*(?:[-*]|\d+\.)\s/;
const END_OF_BLOCK = /^\s*$|^#/;
const SENTENCE_END = /(?<=[.!?:][)"”*]*)\s+(?=[^a-z])/;

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** A Markdown page without its fenced code, in the same lines. */
export function withoutFences(page: string): string {
  return page.replace(FENCED, blank);
}

/**
 * The sentences of a Markdown page. A heading, list item or table cell ends a sentence, as does a colon before a capital
 * letter. A code span counts as one word.
 */
export function listSentences(page: string): Sentence[] {
  return listBlocks(withoutFences(page)).flatMap(splitSentences);
}

/** Paragraphs, list items and table cells, each with the line it begins in. */
function listBlocks(page: string): { line: number; text: string }[] {
  const blocks: { line: number; text: string }[] = [];
  let paragraph: { line: number; text: string } | null = null;
  for (const [index, text] of page.split('\n').entries()) {
    const line = index + 1;
    if (TABLE_ROW.test(text)) {
      const cells = text.replace(CODE_SPAN, maskCode).split(/(?<!\\)\|/);
      blocks.push(...cells.map((cell) => ({ line, text: cell })));
    }
    if (TABLE_ROW.test(text) || END_OF_BLOCK.test(text)) {
      paragraph = null;
    } else if (paragraph === null || LIST_ITEM.test(text)) {
      paragraph = { line, text };
      blocks.push(paragraph);
    } else {
      paragraph.text += `\n${text}`;
    }
  }
  return blocks;
}

function splitSentences({ line, text }: { line: number; text: string }): Sentence[] {
  const prose = text
    .replace(CODE_SPAN, maskCode)
    .replace(LINK_TARGET, (target) => target.replace(/[^\n]/g, ''));
  let at = 0;
  return prose.split(SENTENCE_END).map((sentence) => {
    const start = prose.indexOf(sentence, at);
    at = start + sentence.length;
    return {
      line: line + countLines(prose.slice(0, start)),
      wordCount: sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
      text: sentence.replace(/\s+/g, ' ').trim(),
    };
  });
}

/** One word that may begin a sentence, followed by the line breaks of the code. */
function maskCode(code: string): string {
  return `X${code.replace(/[^\n]/g, '')}`;
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
