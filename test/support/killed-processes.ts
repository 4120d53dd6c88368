import { makeConversation } from './builders';
import { eventually } from './eventually';
import { ModelServer, type RecordedRequest } from './model-server';
import { useStack } from './use-stack';
import type { Schemas } from './wire-types';

export const ITEMS = 200;
export const CONCURRENCY = 20;
export const REPLY_MS = 150;

export const models = new ModelServer();
export const service = useStack(models);
export let conversationIds: string[];

beforeAll(async () => {
  models.otherwise({ kind: 'slow', ms: REPLY_MS, next: { kind: 'text', text: 'It was opened in 1887.' } });
  const lines = Array.from({ length: ITEMS }, () => JSON.stringify(makeConversation())).join('\n');
  await service.call('POST', '/v1/conversations', lines, 'application/x-ndjson');
  conversationIds = (await listAll<Schemas['ListedConversation']>('/v1/conversations')).map(({ id }) => id);
});

interface Page<Entry> {
  items: Entry[];
  next_page_cursor?: string | null;
  next_cursor?: string | null;
}

/** Every entry of a list, page by page. */
export async function listAll<Entry>(path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let query: string | null = '?limit=100'; query !== null; ) {
    const response: { status: number; body: unknown } = await service.call('GET', path + query);
    const { status, body } = response as { status: number; body: Page<Entry> };
    if (status !== 200) throw new Error(`GET ${path} responded ${status}: ${JSON.stringify(body)}`);
    entries.push(...body.items);
    const cursor: string | null = body.next_page_cursor ?? body.next_cursor ?? null;
    query = cursor === null ? null : `?limit=100&cursor=${cursor}`;
  }
  return entries;
}

/** Polls through an outage, ignoring failed requests while a process is down. */
export async function ended(id: string) {
  return eventually(async () => {
    const response = await service.call('GET', `/v1/experiments/${id}`).catch(() => null);
    if (response?.status !== 200) return null;
    const { body } = response;
    const { pending, queued, in_progress, completed, failed, skipped, total } = body.status_summary;
    expect(pending + queued + in_progress + completed + failed + skipped).toBe(total);
    return body.completed_at === null ? null : body;
  }, 150_000);
}

export async function startExperiment(name: string, settings: object = {}): Promise<string> {
  models.requests.length = 0;
  const request = {
    name,
    model: `model-${name}`,
    conversation_ids: conversationIds,
    concurrency: CONCURRENCY,
    ...settings,
  };
  const { status, body } = await service.call('POST', '/v1/experiments', request);
  expect(status).toBe(201);
  return body.id;
}

/** The requests beyond the samples of each conversation. */
export function repeatedRequests(requests: RecordedRequest[], samplesPerItem = 1): RecordedRequest[] {
  const seen = new Map<string, number>();
  return requests.filter(({ body }) => {
    const key = JSON.stringify(body.messages);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count > samplesPerItem;
  });
}
