import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';
import { formatVariables, readProgram, tracedClients } from '../../../web/src/text/trace-snippets';

const page = readFileSync(join(packageRoot, 'docs/traces.md'), 'utf8');
const destination = { endpoint: 'https://assay.example.com', workspaceId: 'w', key: 'k' };
const read = (name: string) =>
  readProgram(page, tracedClients.find((one) => one.name === name)?.heading ?? '');

describe.each(tracedClients)('the program for $name', ({ id, heading }) => {
  const { install, code, run, callsModel } = readProgram(page, heading);

  it('has an install line, code with a session, and a command', () => {
    expect({ code, hasInstall: install !== null, hasFile: run !== null }).toEqual({
      code: expect.stringMatching(id === 'curl' ? /^curl / : /^(?:import|from).*chat-1/s),
      hasInstall: id !== 'curl',
      hasFile: id !== 'curl',
    });
    expect(callsModel).toBe(!['curl', 'opentelemetry'].includes(id));
  });

  it('reads no variable that its environment lacks', () => {
    const names = [...code.matchAll(/\b(?:ASSAY_\w+|OTEL_EXPORTER_\w+)/g)].map(([name]) => name);
    const variables = formatVariables(code, destination);

    expect(names.filter((name) => !variables.includes(`export ${name}=`))).toEqual([]);
  });
});

it('ends a program at the next heading', () => {
  expect(readProgram('## A\n\ntext\n\n## B\n\n```js\nb();\n```\n', 'A').code).toBe('');
});

it('puts the imports of a module first', () => {
  const text = '## A\n\n```js\nimport a from "a";\n\na();\n```\n\n```js\nimport b from "b";\n\nb();\n```\n';

  expect(readProgram(text, 'A').code).toBe('import a from "a";\nimport b from "b";\n\na();\n\nb();');
});

describe('the environment', () => {
  it('of an exporter has the endpoint, and a placeholder for the key', () => {
    expect(formatVariables(read('OpenAI Agents').code, { ...destination, key: null }).split('\n')).toEqual([
      'export OTEL_EXPORTER_OTLP_ENDPOINT=https://assay.example.com',
      'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
      'export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20YOUR_API_KEY"',
    ]);
  });

  it('of Langfuse has only what its code reads', () => {
    expect(formatVariables(read('Langfuse').code, destination).split('\n')).toEqual([
      'export ASSAY_URL=https://assay.example.com',
      'export ASSAY_WORKSPACE_ID=w',
      'export ASSAY_API_KEY=k',
    ]);
  });
});
