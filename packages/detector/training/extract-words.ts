import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { fromOpenAI } from '../../formats';
import { checkText } from '../checks/check-text';
import { indexEvidence } from '../evidence/evidence';
import { listEvidenceTexts } from '../evidence/evidence-texts';
import { UnitIndex } from '../evidence/evidence-units';
import { WordTable } from '../evidence/word-table';
import { compareReply } from '../model/features/judged-reply';
import { computeLexicalKeys } from '../model/features/lexical-keys';
import { computeWordFeatures } from '../model/features/word-model-features';
import { readLexicon, readWeightsFile } from '../model/weights-file';
import { FeatureWriter, type ReplyRecord } from './feature-files';
import { readLabeled } from './labeled-data';
import { replyOf } from './twins-cases';

/** Writes the features and lexical keys of every word: `extract-words TABLES OUT_PREFIX LABELED...`. */
async function main([tables, prefix, ...inputs]: string[]): Promise<void> {
  if (tables === undefined || prefix === undefined || inputs.length === 0) {
    throw new Error('Usage: extract-words TABLES OUT_PREFIX LABELED...');
  }
  const lexicon = readLexicon(readWeightsFile(tables));
  const matrix = new FeatureWriter(prefix);
  const keys = openSync(`${prefix}.keys.u32`, 'w');
  const replies: ReplyRecord[] = [];
  let milliseconds = 0;
  for await (const { messages, spans, ...labels } of readLabeled(inputs)) {
    const texts = listEvidenceTexts(messages.slice(0, -1).map(fromOpenAI));
    const text = replyOf({ ...labels, messages }) ?? '';
    const begin = performance.now();
    const { findings } = checkText(text, indexEvidence(texts.join('\n')));
    const judged = compareReply(text, new UnitIndex(texts, new WordTable(lexicon)), findings);
    const { reply } = judged;
    const features = computeWordFeatures(judged);
    milliseconds += performance.now() - begin;
    matrix.write(features);
    writeSync(keys, new Uint8Array(computeLexicalKeys(features, judged).buffer));
    replies.push({
      id: labels.id,
      task: labels.task,
      source: labels.source,
      hallucinated: labels.hallucinated,
      length: text.length,
      starts: [...reply.starts],
      ends: [...reply.ends],
      sentences: reply.sentences,
      spans: (spans ?? []).map(({ start, end, label }) => ({ start, end, label })),
    });
  }
  matrix.close();
  closeSync(keys);
  writeFileSync(`${prefix}.replies.json`, JSON.stringify(replies));
  console.error(
    `${replies.length} replies, ${(milliseconds / replies.length).toFixed(2)} ms of features each`,
  );
}

void main(process.argv.slice(2));
