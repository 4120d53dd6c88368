import type { BodyOf } from '../../../packages/client';
import { seededRandom } from '../../../packages/statistics';
import type { GateService } from './gate-service';
import type { GateSet } from './gate-set';
import { isJudged } from './item-cases';
import type { Opponent } from './opponent';

/** What a candidate replays, as fields of the request that creates it. */
export interface Selection {
  fields: Pick<BodyOf<'POST /v1/experiments'>, 'set' | 'conversation_ids' | 'chosen_by' | 'replay_at'>;
  /** How many conversations can be paired. */
  count: number;
  /** How many replies the candidate writes. */
  repliesCount: number;
}

/**
 * The conversations of the set; of those against an experiment, the ones that it has, in a random order: the gate may
 * stop early, and the first conversations of a set may all be of one customer.
 * @throws Error if no conversation can be paired
 */
export async function selectConversations(
  service: GateService,
  set: GateSet,
  opponent: Opponent,
): Promise<Selection> {
  const fields = { set: set.reference };
  if (opponent.kind === 'baseline') return { fields, count: set.count, repliesCount: set.count };
  const comparableIds =
    opponent.kind === 'report'
      ? opponent.cases.filter(({ failed }) => failed.length > 0).map(({ id }) => id)
      : await listComparable(service, opponent.experiment.id);
  const comparable = new Set(comparableIds);
  const ids = (await set.listIds()).filter((id) => comparable.has(id));
  if (ids.length === 0)
    throw new Error(
      `--against: no conversation of ${set.reference} has a judged reply in that experiment or report`,
    );
  // A report is read as a whole later, and the next gate compares with all that this one has.
  if (opponent.kind === 'report') return { fields, count: ids.length, repliesCount: set.count };
  return {
    fields: {
      conversation_ids: shuffled(ids, set.reference),
      replay_at: opponent.experiment.replay_at,
      ...(set.chosenBy !== 'named' && { chosen_by: set.chosenBy }),
    },
    count: ids.length,
    repliesCount: ids.length,
  };
}

/** Conversations whose replies have a verdict, or may get one. */
async function listComparable({ client, signal }: GateService, experimentId: string): Promise<string[]> {
  const items = await client.experiments.items(experimentId, {}, { signal }).toArray();
  return items
    .filter((item) => item.completed_at === null || isJudged(item))
    .map((item) => item.conversation_id);
}

function shuffled(ids: readonly string[], seed: string): string[] {
  const random = seededRandom(seed);
  return ids
    .map((id) => ({ id, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ id }) => id);
}
