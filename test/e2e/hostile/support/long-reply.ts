import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { traceSignal } from '../../../../packages/formats';
import { exportOf, jsonSpan } from '../../../support/otlp-spans';
import type { ServiceUnderAttack, Tenant } from './service-under-attack';

function encodeSpan(conversation: string, content: string): Uint8Array {
  const ids = {
    traceId: randomBytes(16).toString('base64'),
    spanId: randomBytes(8).toString('base64'),
  };
  const span = jsonSpan(
    { ...ids, name: 'chat', startMs: 1_700_000_000_000 },
    {
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': conversation,
      'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content }] }],
    },
  );
  const { request } = traceSignal;
  return request.encode(request.fromObject(exportOf(span))).finish();
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
