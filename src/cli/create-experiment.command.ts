import type { BodyOf } from '../../packages/client';
import { cutText } from '../../packages/text';
import { printChanged } from './experiments.command';
import { withService } from './shared/connection/with-service';
import { readText } from './shared/file-errors';
import { numbered } from './shared/wording';
import { type WatchOptions, watch } from './watch-experiment.command';

type Body = BodyOf<'POST /v1/experiments'>;

export interface CreateOptions extends WatchOptions {
  name?: string;
  model: string;
  set?: string;
  conversations?: string[];
  filter?: string;
  /** The file with the system prompt. */
  systemPrompt?: string;
  passThrough?: boolean;
  samples?: number;
  /** An id. */
  evaluator?: string;
  /** US dollars. */
  maxCost?: number;
  /** Ends the experiment once decided. */
  stopWhen?: 'two_sided' | 'worse';
  alpha?: number;
  /** Percentage points. */
  minEffect?: number;
  watch?: boolean;
  idempotencyKey?: string;
}

const MAX_NAME = 255;

/**
 * `assay experiments create`: starts an experiment and prints it; with `watch`, until it has ended. Resolves to the exit
 * code.
 * @throws as `withService`, and Error of one line when the file cannot be read
 */
export async function runCreate(options: CreateOptions): Promise<number> {
  const body = await toBody(options);
  return withService(options, async (service) => {
    const experiment = await service.client.experiments.create(body, {
      idempotencyKey: options.idempotencyKey,
    });
    const isWatched = options.watch === true;
    if (!isWatched) printChanged(experiment, options);
    for (const { message } of experiment.warnings) options.messages.write(`Warning: ${message}\n`);
    return isWatched ? watch(service, experiment.id, options) : 0;
  });
}

async function toBody(options: CreateOptions): Promise<Body> {
  const { model, set, conversations, filter, systemPrompt, maxCost, stopWhen } = options;
  const prompt = systemPrompt === undefined ? undefined : await readText(systemPrompt);
  const selected = set ?? filter ?? numbered(conversations?.length ?? 0, 'conversation');
  return {
    name: cutText(options.name ?? `${model} on ${selected}`, MAX_NAME),
    model,
    set,
    conversation_ids: conversations,
    filter,
    system_prompt_override: prompt,
    pass_through: options.passThrough,
    samples_per_item: options.samples,
    evaluator_id: options.evaluator,
    max_cost_cents: maxCost === undefined ? undefined : 100 * maxCost,
    stop_when:
      stopWhen === undefined ? undefined : { decided: true, alternative: stopWhen, ...stopLimits(options) },
  };
}

/** What is not given has the defaults of the service. */
function stopLimits({ alpha, minEffect }: CreateOptions): { alpha?: number; min_effect?: number } {
  return {
    ...(alpha !== undefined && { alpha }),
    ...(minEffect !== undefined && { min_effect: minEffect / 100 }),
  };
}
