import { join } from 'node:path';
import { toJudgedCase } from '../bench/everyday/traffic';
import { defaultLabels } from '../contract/default-labels';
import type { TrafficKind } from '../contract/traffic';
import { findUngroundedSpans } from '../find-ungrounded-spans';
import { GroundingModel, type ReplyModel, shippedWeights } from '../model/grounding-model';
import type { ReplyTraits } from '../model/reply-scale';
import { readLabeled } from './labeled-data';
import { writeLines } from './twins-cases';

type RecordedTraits = ReplyTraits & { traffic: TrafficKind; words: number };

/** Remembers the traits of the texts that the evaluator scores, and the traffic that it recognizes. */
class TraitRecorder extends GroundingModel {
  recorded: RecordedTraits[] = [];

  override for(traffic: TrafficKind): ReplyModel {
    const model = super.for(traffic);
    return {
      ...model,
      score: (judged) => {
        this.recorded.push({ traffic, words: judged.reply.count, ...this.measure(judged).traits });
        return model.score(judged);
      },
    };
  }
}

/** Writes what `scale.py` fits the scale of scores to: `extract-traits OUT FOLDER NAME...`, files without `.jsonl.gz`. */
async function main([output, folder, ...names]: string[]): Promise<void> {
  if (output === undefined || folder === undefined || names.length === 0) {
    throw new Error('Usage: extract-traits OUT FOLDER NAME...');
  }
  const model = new TraitRecorder(...shippedWeights());
  const issueConfig = { labels: [...defaultLabels], domainContext: null };
  const rows: object[] = [];
  for (const name of names) {
    for await (const labeled of readLabeled([join(folder, `${name}.jsonl.gz`)])) {
      model.recorded = [];
      const { messages, tools, isWrong } = toJudgedCase(labeled);
      findUngroundedSpans({ messages, tools, issueConfig }, model);
      const { task, source } = labeled;
      const [whole] = model.recorded;
      if (whole !== undefined) rows.push({ name, task, source, isWrong, ...whole });
    }
  }
  writeLines(output, rows);
}

void main(process.argv.slice(2));
