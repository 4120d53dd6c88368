import { type AssayClient, ConflictError } from '../../../packages/client';
import { EVAL_RUN_TAG, lineReaders } from '../../../packages/formats';
import { parseLine } from '../../conversations/transfer/parse-line';
import type { Line } from '../../conversations/transfer/read-lines';

/** The eval runs of OpenAI whose output items a file has. */
export class EvalRuns {
  private readonly modelOf = new Map<string, string>();

  /** Passes lines on, and remembers their runs. */
  async *collect(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
    for await (const line of lines) {
      const parsed = line.bytes === null ? null : parseLine(line.bytes);
      if (parsed !== null && 'value' in parsed) this.add(parsed.value);
      yield line;
    }
  }

  private add(value: unknown): void {
    const mapped = lineReaders['openai-evals'](value);
    if (!('conversation' in mapped)) return;
    const { tags, messages } = mapped.conversation as {
      tags: Record<string, string>;
      messages: { model?: string }[];
    };
    const run = tags[EVAL_RUN_TAG];
    if (run !== undefined && !this.modelOf.has(run))
      this.modelOf.set(run, messages.at(-1)?.model ?? 'imported');
  }

  /**
   * Creates a live set for each run, named after it, and an experiment that judges its replies. What exists is left as it
   * is. Resolves to a line about each run.
   */
  async store(client: AssayClient, isJudged: boolean, signal: AbortSignal): Promise<string[]> {
    const lines: string[] = [];
    for (const [run, model] of this.modelOf) {
      const set = await createSet(client, run, signal);
      if (!isJudged) {
        lines.push(`Set ${set}`);
        continue;
      }
      const { id } = await client.experiments.create(
        { name: `OpenAI eval run ${run}`, model, set, pass_through: true },
        { signal, idempotencyKey: `openai-evals-${run}` },
      );
      lines.push(`Set ${set}, experiment ${id}`);
    }
    return lines;
  }
}

async function createSet(client: AssayClient, run: string, signal: AbortSignal): Promise<string> {
  const name = run.replace(/[^\w.-]/g, '-').slice(0, 100);
  const filter = `tags.${EVAL_RUN_TAG} = ${JSON.stringify(run)}`;
  try {
    await client.sets.create({ name, filter, is_live: true }, { signal });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error; // of an earlier import
  }
  return name;
}
