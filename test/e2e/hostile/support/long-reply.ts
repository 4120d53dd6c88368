import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { traceSignal } from '../../../../packages/formats';
import type { ServiceUnderAttack, Tenant } from './service-under-attack';

const text = (stringValue: string) => ({ stringValue });
const list = (...values: unknown[]) => ({ arrayValue: { values } });
const fields = (entries: Record<string, unknown>) => ({
  kvlistValue: { values: Object.entries(entries).map(([key, value]) => ({ key, value })) },
});

function encodeSpan(conversation: string, content: string): Uint8Array {
  const reply = fields({
    role: text('assistant'),
    parts: list(fields({ type: text('text'), content: text(content) })),
  });
  const attributes = {
    'gen_ai.operation.name': text('chat'),
    'gen_ai.conversation.id': text(conversation),
    'gen_ai.output.messages': list(reply),
  };
  const span = {
    traceId: randomBytes(16),
    spanId: randomBytes(8),
    name: 'chat',
    startTimeUnixNano: '1700000000000000000',
    endTimeUnixNano: '1700000000500000000',
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
  };
  const { request } = traceSignal;
  return request
    .encode(request.fromObject({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }))
    .finish();
}

/** Exports a conversation with one reply, in protobuf, which does not escape control characters. */
export async function exportLongReply(
  service: ServiceUnderAttack,
  tenant: Tenant,
  conversation: string,
  content: string,
): Promise<void> {
  const { status, body } = await service.send(tenant, 'POST', '/v1/traces', {
    body: gzipSync(encodeSpan(conversation, content)),
    headers: { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' },
  });
  expect([status, body]).toEqual([200, '']);
}
