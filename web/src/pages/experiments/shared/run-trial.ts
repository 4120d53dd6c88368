import { read } from '../../../api/client';
import { createIdempotencyKey } from '../../../api/idempotency-key';
import { pollMs } from '../../../api/polling';
import type { ConversationSet, CreateExperiment, ExperimentItemDetail } from '../../../api/types';
import { findReferenced, type SourceDraft } from '../../../workspace/conversation-source';
import type { Workspace } from '../../../workspace/workspace';
import { isOpen } from './experiment-state';

const MAX_POLLS = 120;

type Client = Workspace['client'];

/** The first conversation of a source; null if it has none. */
export async function findFirstConversation(
  client: Client,
  { source, set, filter }: SourceDraft,
  conversationIds: readonly string[],
  sets: readonly ConversationSet[],
): Promise<string | null> {
  if (source === 'selected') return conversationIds[0] ?? null;
  if (source === 'filter') {
    const query = { filter: filter.trim(), limit: 1 };
    return (await read(client.GET('/v1/conversations', { params: { query } }))).items[0]?.id ?? null;
  }
  const referenced = findReferenced(sets, set);
  if (referenced === undefined) return null;
  const path = { set_id: referenced.id, version: referenced.version };
  const { conversation_ids: ids } = await read(
    client.GET('/v1/sets/{set_id}/versions/{version}/conversations', { params: { path } }),
  );
  return ids[0] ?? null;
}

/**
 * Runs an experiment of one conversation and deletes it, unless the page is closed before.
 * @throws ApiError, and Error if there is no reply within two minutes, or nothing to replay
 */
export async function runTrial(client: Client, body: CreateExperiment): Promise<ExperimentItemDetail> {
  const header = { 'Idempotency-Key': createIdempotencyKey() };
  const { id } = await read(client.POST('/v1/experiments', { body, params: { header } }));
  const params = { path: { experiment_id: id } };
  const load = () => read(client.GET('/v1/experiments/{experiment_id}', { params }));
  const waitForEnd = async () => {
    for (let polls = 0; polls < MAX_POLLS; polls += 1) {
      if (!isOpen(await load())) return true;
      await new Promise((resolve) => setTimeout(resolve, pollMs.brief));
    }
    return false;
  };
  try {
    if (!(await waitForEnd())) throw new Error('No reply within two minutes. The provider may be busy.');
    const { items } = await read(client.GET('/v1/experiments/{experiment_id}/items', { params }));
    const [item] = items;
    if (item === undefined) throw new Error('The trial ended before it had a conversation. Try again.');
    const path = { experiment_id: id, item_id: item.id };
    return await read(client.GET('/v1/experiments/{experiment_id}/items/{item_id}', { params: { path } }));
  } finally {
    await removeTrial(client, id, waitForEnd);
  }
}

/** Ends an experiment that is still open, and deletes it. A trial that remains does no harm. */
async function removeTrial(client: Client, id: string, waitForEnd: () => Promise<boolean>): Promise<void> {
  const params = { path: { experiment_id: id } };
  try {
    if (isOpen(await read(client.GET('/v1/experiments/{experiment_id}', { params })))) {
      await read(client.POST('/v1/experiments/{experiment_id}/cancel', { params }));
      await waitForEnd();
    }
    await read(client.DELETE('/v1/experiments/{experiment_id}', { params }));
  } catch {
    // It stays in the list, under its name.
  }
}
