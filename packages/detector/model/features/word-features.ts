import { isHedge, isNegation, isQuantifier } from '../../gazetteers/modifiers';
import type { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';

const COLUMNS = [
  ...(['isContent', 'idf', 'logRank', 'length', 'isCapitalized', 'isNumber'] as const),
  ...(['isNegation', 'isHedge', 'isQuantifier', 'place', 'index', 'fromEnd'] as const),
  ...(['sentenceIndex', 'sentencesAfter', 'placeInSentence', 'sentenceLength', 'clauseLength'] as const),
  ...([
    'isInQuotes',
    'isInParentheses',
    'isListItem',
    'followsComma',
    'hasPreamble',
    'mentionsSource',
  ] as const),
  ...(['linesBefore', 'replyLength', 'evidenceLength', 'structuredShare', 'lengthRatio'] as const),
] as const;
type WordColumns = Record<(typeof COLUMNS)[number], Float32Array>;

const LIST_ITEM = /(?:^|\n)[ \t]*(?:[-*•]|\(?\d{1,3}[.)])[ \t]*\**$/;
const MAX_MARKER_LENGTH = 8;
const PREAMBLE = /^\W*(?:sure|certainly|of course|absolutely|okay|ok|here(?:'s|’s| is| are))\b/i;
const SOURCE_MENTION =
  /\b(?:passages?|article|text|context|document|provided|given|source|according|data|review(?:s|er|ers)?|customers?)\b/i;
const OPEN_QUOTE = /["“]/g;

/** What each word is and where it is in the reply, regardless of the evidence. */
export function addWordFeatures(features: FeatureTable, judgedReply: JudgedReply): void {
  const columns = features.addGroup(COLUMNS);
  writeKinds(columns, judgedReply);
  writePlaces(columns, judgedReply);
  writePunctuation(columns, judgedReply);
  writeWhole(columns, judgedReply);
}

function writeKinds(columns: WordColumns, { reply, table }: JudgedReply): void {
  for (let i = 0; i < reply.count; i += 1) {
    const id = reply.ids[i] as number;
    const word = table.words[id] as string;
    columns.isContent[i] = Number(table.isContent[id]);
    columns.idf[i] = table.idf[id] as number;
    columns.logRank[i] = table.lexicon.logRankOf(table.rows[id] as number);
    columns.length[i] = word.length;
    columns.isCapitalized[i] = reply.isCapitalized[i] as number;
    columns.isNumber[i] = Number(reply.numbers[i] !== null);
    columns.isNegation[i] = Number(isNegation(word));
    columns.isHedge[i] = Number(isHedge(word));
    columns.isQuantifier[i] = Number(isQuantifier(word));
  }
}

function writePlaces(columns: WordColumns, { reply }: JudgedReply): void {
  const { text, starts, ends, sentences, clauses, count } = reply;
  for (let i = 0; i < count; i += 1) {
    columns.place[i] = i / count;
    columns.index[i] = i;
    columns.fromEnd[i] = count - i;
  }
  sentences.forEach((sentence, index) => {
    const { from, to } = sentence;
    const start = starts[from] as number;
    const fill = (name: keyof WordColumns, value: number): void => {
      columns[name].fill(value, from, to);
    };
    fill('sentenceIndex', index);
    fill('sentencesAfter', sentences.length - 1 - index);
    fill('sentenceLength', to - from);
    fill('isListItem', Number(LIST_ITEM.test(text.slice(Math.max(0, start - MAX_MARKER_LENGTH), start))));
    fill('mentionsSource', Number(SOURCE_MENTION.test(text.slice(start, ends[to - 1]))));
    for (let i = from; i < to; i += 1) columns.placeInSentence[i] = (i - from) / (to - from);
  });
  for (const { from, to } of clauses) columns.clauseLength.fill(to - from, from, to);
}

function writePunctuation(columns: WordColumns, { reply }: JudgedReply): void {
  let lines = 0;
  let quotes = 0;
  let depth = 0;
  for (let i = 0; i < reply.count; i += 1) {
    const gap = reply.text.slice(i === 0 ? 0 : reply.ends[i - 1], reply.starts[i]);
    if (gap.includes('\n')) lines += 1;
    quotes += gap.match(OPEN_QUOTE)?.length ?? 0;
    for (const character of gap) depth = computeDepth(character, depth);
    columns.linesBefore[i] = lines;
    columns.isInQuotes[i] = quotes % 2;
    columns.isInParentheses[i] = depth;
    columns.followsComma[i] = Number(gap.includes(','));
  }
}

function computeDepth(character: string, depth: number): number {
  if (character === '(') return depth + 1;
  return character === ')' ? Math.max(0, depth - 1) : depth;
}

/** What is the same for every word of the reply. */
function writeWhole(columns: WordColumns, { reply, evidence }: JudgedReply): void {
  columns.hasPreamble.fill(Number(PREAMBLE.test(reply.text)));
  columns.replyLength.fill(reply.count);
  columns.evidenceLength.fill(Math.log1p(evidence.words.length));
  columns.structuredShare.fill(evidence.structuredLength / Math.max(1, evidence.length));
  columns.lengthRatio.fill(reply.count / Math.max(1, evidence.words.length));
}

/** What each word is like, regardless of the evidence: an axis of its vector a column, zeros for a word without one. */
export function addVectorFeatures(features: FeatureTable, { reply, table }: JudgedReply): void {
  const axes = Array.from({ length: table.lexicon.dimensions }, (_, axis) => features.add(`vector${axis}`));
  for (let i = 0; i < reply.count; i += 1) {
    const vector = table.vectorOf(reply.ids[i] as number);
    if (vector === null) continue;
    axes.forEach((column, axis) => {
      column[i] = vector[axis] as number;
    });
  }
}
