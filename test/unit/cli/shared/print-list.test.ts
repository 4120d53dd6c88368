import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { printFields } from '../../../../src/cli/shared/output/print-fields';
import { printList } from '../../../../src/cli/shared/output/print-list';

const columns = [
  { name: 'name', read: ({ name }: { name: string }) => name },
  { name: 'size', read: ({ name }: { name: string }) => String(name.length), isNumber: true },
];

async function* items() {
  yield { name: 'one\ttab\u001b[31m' };
  yield { name: 'two' };
  throw new Error('must not be read');
}

async function printed(options: { isTTY?: boolean; json?: boolean }): Promise<string> {
  const output = Object.assign(new PassThrough(), { isTTY: options.isTTY === true });
  await printList(items(), columns, { limit: 1, output, json: options.json === true });
  output.end();
  return text(output);
}

describe('a list', () => {
  it('is a line per item without a terminal, with tabs only between cells', async () => {
    expect(await printed({})).toBe('one tab [31m\t12\n');
  });

  it('is an item of the API per line as JSON', async () => {
    expect(await printed({ json: true, isTTY: true })).toBe('{"name":"one\\ttab\\u001b[31m"}\n');
  });

  it('is a table on a terminal, which says how to see more', async () => {
    expect(await printed({ isTTY: true })).toMatch(/name +│ +size.*There are more: --limit 2\n$/s);
  });
});

it('prints fields that apply, one per line', async () => {
  const output = new PassThrough();
  printFields(
    [
      ['id', '1'],
      ['filter', null],
      ['long name', 'a\nb'],
    ],
    output,
  );
  output.end();

  expect(await text(output)).toBe('id\t1\nlong name\ta b\n');
});
