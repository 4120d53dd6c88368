import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';
import { formatVariables, readSnippet, tracedSdks } from '../../../web/src/text/trace-snippets';
import { clients } from '../../clients/clients';

const page = readFileSync(join(packageRoot, 'docs/traces.md'), 'utf8');
const destination = { endpoint: 'https://assay.example.com', workspaceId: 'w', key: null };

describe('the code for an SDK', () => {
  it('is there for eight', () => expect(tracedSdks).toHaveLength(8));

  it.each(tracedSdks)('of $name is code of docs/traces.md that a client test runs', ({ name }) => {
    expect(readSnippet(page, name)).toMatch(/^(import|from|const|os)/m);
    expect(clients.map(({ heading }) => heading)).toContain(name);
  });

  it('ends before the next heading', () => {
    expect(readSnippet('## A\n\ntext\n\n## B\n\n```js\nb();\n```\n', 'A')).toBe('');
  });
});

describe('the environment of an SDK', () => {
  it('has the endpoint, and a placeholder for the key', () => {
    expect(formatVariables(tracedSdks[0], destination).split('\n')).toEqual([
      'export OTEL_EXPORTER_OTLP_ENDPOINT=https://assay.example.com',
      'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
      'export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20YOUR_API_KEY"',
    ]);
  });

  it('of Langfuse has the workspace and the key that its code reads', () => {
    expect(formatVariables(tracedSdks[3], { ...destination, key: 'k' }).split('\n')).toEqual([
      'export ASSAY_URL=https://assay.example.com',
      'export ASSAY_WORKSPACE_ID=w',
      'export ASSAY_API_KEY=k',
    ]);
    expect(readSnippet(page, 'Langfuse')).toContain('ASSAY_WORKSPACE_ID');
  });
});
