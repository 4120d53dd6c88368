import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { firstOf } from '../support/first-of';
import { exporterHeaders } from '../support/otlp';
import { findPython } from '../support/python-environment';
import { useApi } from '../support/use-api';

const api = useApi();
const exporter = findPython({
  folder: 'python-otlp',
  packages: ['opentelemetry-sdk', 'opentelemetry-exporter-otlp-proto-http'],
  imports: 'import opentelemetry.exporter.otlp.proto.http.trace_exporter, opentelemetry.sdk.trace',
});
const script = join(__dirname, '../support/otlp-clients/agent.py');
const text = (content: string) => [{ type: 'text', content }];

describe("Python's OpenTelemetry exporter", () => {
  if ('missing' in exporter) {
    it(`could not be tried: ${exporter.missing}`, () => {
      expect(exporter.missing).not.toBe('');
    });
    return;
  }

  it('exports spans that become the original conversation', async () => {
    const headers = JSON.stringify(exporterHeaders(api));

    await promisify(execFile)(exporter.python, [script, api.url, headers, 'desk-4'], { timeout: 60_000 });

    const listed = firstOf((await api.get('/v1/conversations?external_id=desk-4')).body.items);
    const stored = (await api.get(`/v1/conversations/${listed.id}`)).body;
    const generation = {
      model: 'm-2026',
      provider: 'anthropic',
      input_tokens: 12,
      output_tokens: 3,
      latency_ms: expect.any(Number),
      cost_usd: null,
      finish_reason: 'stop',
    };
    expect(stored).toMatchObject({
      type: 'trace',
      tags: { team: 'four' },
      input_tokens: 36,
      models: ['m-2026'],
    });
    expect(stored.messages).toMatchObject([
      { role: 'system', parts: text('Be brief.'), generation: null },
      { role: 'user', parts: text('Who is Zoë 🦀?') },
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', id: 'call_7', name: 'find', arguments: '{"name":"Zoë 🦀"}' }],
        generation,
      },
      {
        role: 'tool',
        parts: [{ type: 'tool_call_response', id: 'call_7', response: '{"found":[]}' }],
        is_error: true,
      },
      { role: 'assistant', parts: text('Nobody here.'), generation },
      { role: 'user', parts: text('Thanks'), is_error: false },
      { role: 'assistant', parts: text('You are welcome.'), generation },
    ]);
  });
});
