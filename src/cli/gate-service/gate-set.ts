import type { ConversationSet } from '../../../packages/client';
import type { GateService } from './gate-service';

const REFERENCE = /^([^@]+)(?:@([1-9]\d{0,8}))?$/;

/** A version of a set, and how many conversations it has. */
export interface GateSet {
  /** `name@version`. */
  reference: string;
  chosenBy: ConversationSet['chosen_by'];
  count: number;
  listIds(): Promise<string[]>;
}

/**
 * Finds a set by `name`, or `name@version`.
 * @throws Error if the workspace has none of this name, AssayError
 */
export async function findGateSet({ client, signal }: GateService, reference: string): Promise<GateSet> {
  const [, name, version] = REFERENCE.exec(reference) ?? [];
  if (name === undefined) throw new Error(`--set: expected name or name@version, not "${reference}"`);
  const latest = await findByName(client.sets.list({}, { signal }), name);
  if (latest === null) throw new Error(`There is no set "${name}" in this workspace`);
  const set =
    version === undefined ? latest : await client.sets.getVersion(latest.id, Number(version), { signal });
  const listIds = async () =>
    (await client.sets.conversations(latest.id, set.version, { signal })).conversation_ids;
  return {
    reference: `${name}@${set.version}`,
    chosenBy: set.chosen_by,
    count: set.conversation_count ?? (await listIds()).length,
    listIds,
  };
}

async function findByName(
  sets: AsyncIterable<ConversationSet>,
  name: string,
): Promise<ConversationSet | null> {
  for await (const set of sets) if (set.name === name) return set;
  return null;
}
