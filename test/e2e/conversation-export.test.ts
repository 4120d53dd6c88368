import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import mongoose from 'mongoose';
import { createConversationSchema } from '../../src/conversations/wire/conversation.schema';
import { eventually, owner } from '../support/api';
import { makeConversation } from '../support/builders';
import { makeWorkspace } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

const NDJSON = 'application/x-ndjson';
const path = '/v1/conversations/export';

async function importLines(lines: object[], workspaceId: string): Promise<void> {
  const raw = lines.map((line) => JSON.stringify(line)).join('\n');
  const response = await api.request('POST', '/v1/conversations', {
    raw,
    workspaceId,
    headers: { 'content-type': NDJSON },
  });
  expect(response).toMatchObject({ status: 201, body: { imported: lines.length, failed: 0 } });
}

/** The lines of an export. */
async function exportOf(workspaceId: string, query: Record<string, string> = {}) {
  const { status, headers, body } = await contract.call('exportConversations', { workspaceId, query });
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining(NDJSON)]);
  return String(body)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const numbered = (count: number, size = 0) =>
  Array.from({ length: count }, (_, index) =>
    makeConversation({
      external_id: `number ${index}`,
      created_at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
      tags: { parity: index % 2 === 0 ? 'even' : 'odd' },
      messages: [
        { role: 'user', content: `question ${index} ${'x'.repeat(size)}` },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'look_up', arguments: '{ }' } }],
          model: 'gpt-old',
          provider: 'openai',
          input_tokens: 4,
          output_tokens: 0,
          latency_ms: 1.5,
          cost_usd: 0.002,
          message_id: 'call',
          agent_name: 'desk',
        },
        { role: 'tool', tool_call_id: 'a', content: '{"error": "none"}', is_error: true },
        { role: 'assistant', content: 'Nothing is known.', created_at: '2026-02-02T10:00:00.000Z' },
      ],
    }),
  );

/** An export whose body is not read yet. */
function openExport(workspaceId: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${owner.apiKey}`, 'x-workspace-id': workspaceId };
  return new Promise((resolve, reject) => get(api.url + path, { headers }, resolve).once('error', reject));
}

describe('GET /v1/conversations/export', () => {
  it('returns one conversation per line, newest first, in the import format', async () => {
    const [from, to] = [await makeWorkspace(api, 'From'), await makeWorkspace(api, 'To')];
    await importLines(numbered(45), from);

    const exported = await exportOf(from);
    await importLines(exported, to);

    expect(exported.map((line) => line.external_id)).toEqual(
      Array.from({ length: 45 }, (_, index) => `number ${44 - index}`),
    );
    expect(exported.every((line) => createConversationSchema.safeParse(line).success)).toBe(true);
    expect(exported[0].messages[1]).toMatchObject({
      message_id: 'call',
      agent_name: 'desk',
      cost_usd: 0.002,
    });
    expect(await exportOf(to)).toEqual(exported);
  });

  it('exports what the parameters of the list select', async () => {
    const workspaceId = await makeWorkspace(api, 'Filtered');
    await importLines(numbered(6), workspaceId);
    const names = async (query: Record<string, string>) =>
      (await exportOf(workspaceId, query)).map((line) => line.external_id);

    expect(await names({ tag: 'parity:odd' })).toEqual(['number 5', 'number 3', 'number 1']);
    expect(await names({ created_to: '2026-01-01T00:00:02Z' })).toEqual(['number 1', 'number 0']);
    expect(await names({ filter: 'tool_name = look_up', external_id: 'number 3' })).toEqual(['number 3']);
    expect(await names({ filter: 'tool_name = fly' })).toEqual([]);
  });

  it('has an empty body without conversations, and shows nothing of another workspace', async () => {
    const [full, empty] = [await makeWorkspace(api, 'Full'), await makeWorkspace(api, 'Empty')];
    await importLines(numbered(2), full);

    expect(await exportOf(empty)).toEqual([]);
    expect((await contract.call('exportConversations', { workspaceId: randomUUID() })).status).toBe(403);
  });

  it('reports an invalid request before it sends anything', async () => {
    const response = await contract.call('exportConversations', {
      query: { filter: 'role =', limit: 3, created_from: 'today' },
    });

    expect(response.status).toBe(422);
    expect(problems(response)).toEqual([
      'query.created_from datetime_parsing',
      'query.limit extra_forbidden',
    ]);
    expect(problems(await contract.call('exportConversations', { query: { filter: 'role =' } }))).toEqual([
      'query.filter value_error',
    ]);
  });

  it('ends when the client disconnects', async () => {
    const workspaceId = await makeWorkspace(api, 'Left');
    await importLines(numbered(80, 400_000), workspaceId);

    const response = await openExport(workspaceId);
    await new Promise((resolve) => response.once('readable', resolve));
    expect(api.log).not.toContain('request aborted');
    response.destroy();

    const ended = await eventually(async () =>
      api.log.split('\n').find((line) => line.includes(path) && line.includes(workspaceId)),
    );
    expect(JSON.parse(ended).level).not.toBe('error');
  });

  it('resets the connection on a failure, so that a partial export does not look complete', async () => {
    const workspaceId = await makeWorkspace(api, 'Broken');
    await importLines(numbered(200, 40_000), workspaceId);
    const conversations = mongoose.connection.collection('conversations');
    // The oldest one, which is read last.
    await conversations.updateOne({ workspaceId, externalId: 'number 0' }, { $set: { tools: 'no JSON' } });

    const read = async () => {
      let bytes = 0;
      for await (const chunk of await openExport(workspaceId)) bytes += (chunk as Buffer).length;
      return bytes;
    };

    await expect(read()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(api.log).toContain('request failed unexpectedly');
  });
});
