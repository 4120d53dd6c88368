import type { AssayClient, ConversationSet } from '../../packages/client';
import { type ServiceCommand, withService } from './shared/connection/with-service';
import { printResource } from './shared/output/print-fields';
import { type Column, printList } from './shared/output/print-list';
import { formatNumber } from './shared/wording';

const columns: readonly Column<ConversationSet>[] = [
  { name: 'name', read: ({ name }) => name },
  { name: 'version', read: ({ version }) => String(version), isNumber: true },
  { name: 'conversations', read: countOf, isNumber: true },
  { name: 'created', read: (set) => set.version_created_at },
  { name: 'id', read: ({ id }) => id },
];

/** `assay sets list`: prints sets of conversations. @throws as `withService` */
export function runListSets(command: ServiceCommand & { limit: number }): Promise<void> {
  return withService(command, ({ client }) => printList(client.sets.list(), columns, command));
}

/**
 * `assay sets show`: prints a version of a set, by default the latest; `reference` is `name` or `name@version`.
 * @throws as `withService`, and Error if there is none
 */
export async function runShowSet(reference: string, command: ServiceCommand): Promise<void> {
  const set = await withService(command, ({ client }) => findSet(client, reference));
  printResource(
    set,
    [
      ['id', set.id],
      ['name', `${set.name}@${set.version}`],
      ['conversations', countOf(set)],
      ['filter', set.filter],
      ['finding filter', set.finding_filter],
      ['chosen by', set.chosen_by],
      ['created', set.created_at],
      ['version created', set.version_created_at],
    ],
    command,
  );
}

async function findSet(client: AssayClient, reference: string): Promise<ConversationSet> {
  const [, name = reference, version] = /^(.*)@(\d+)$/.exec(reference) ?? [];
  for await (const set of client.sets.list()) {
    if (set.name !== name && set.id !== name) continue;
    return version === undefined ? set : client.sets.getVersion(set.id, Number(version));
  }
  throw new Error(`Set ${JSON.stringify(name)} not found`);
}

function countOf({ conversation_count: count }: ConversationSet): string {
  return count === null ? 'live' : formatNumber(count);
}
