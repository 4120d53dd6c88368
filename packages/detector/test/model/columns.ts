import type { Finding } from '../../checks/finding';
import { UnitIndex } from '../../evidence/evidence-units';
import { WordTable } from '../../evidence/word-table';
import { FeatureTable } from '../../model/features/feature-table';
import { compareReply, type JudgedReply } from '../../model/features/judged-reply';
import { computeWordFeatures } from '../../model/features/word-model-features';
import { makeLexicon } from './weights';

const lexicon = makeLexicon();

/** A reply set against its evidence, with the lexicon of a few words. */
export const compare = (evidence: string | string[], reply: string, findings: Finding[] = []): JudgedReply =>
  compareReply(reply, new UnitIndex([evidence].flat(), new WordTable(lexicon)), findings);

/** A feature of each word of the reply, to four decimals. */
export function columnOf(judged: JudgedReply, name: string): number[] {
  return Array.from(computeWordFeatures(judged).get(name), (value) => Math.round(value * 1e4) / 1e4);
}

/** A feature of the first word of the reply that is written so. */
export function valueAt(judged: JudgedReply, name: string, word: string): number {
  const { text, starts } = judged.reply;
  const index = starts.findIndex((start) => text.startsWith(word, start));
  return columnOf(judged, name)[index] as number;
}

/** The words of a range as written, with what is between them. */
export const textOf = ({ reply }: JudgedReply, { from, to }: { from: number; to: number }): string =>
  reply.text.slice(reply.starts[from], reply.ends[to - 1]);

/** Rows as a table with the given columns. */
export function tableOf(names: readonly string[], rows: readonly number[][]): FeatureTable {
  const table = new FeatureTable(rows.length);
  names.forEach((name, column) => {
    table.add(name).set(rows.map((row) => row[column] as number));
  });
  return table;
}
