import { seededRandom } from '../../../statistics';
import type { JudgedCase, Traffic } from './traffic';

const FILINGS = 400;
const ITEMS = [
  ...[
    'Net sales',
    'Cost of sales',
    'Research and development',
    'Selling and marketing',
    'General and administrative',
  ],
  ...['Interest expense', 'Income taxes', 'Depreciation', 'Cash and cash equivalents', 'Trade receivables'],
  ...[
    'Inventories',
    'Property and equipment',
    'Goodwill',
    'Long-term debt',
    'Deferred revenue',
    'Lease liabilities',
  ],
];
const SCALES = [
  { word: 'thousands', inWords: 'thousand' },
  { word: 'millions', inWords: 'million' },
] as const;
const FIRST_YEAR = 2016;
const YEARS = 7;
const ROWS = 8;

type Below = (limit: number) => number;

interface Filing {
  years: [number, number];
  /** Each item with its amounts of both years. */
  rows: { item: string; amounts: [number, number] }[];
  scale: (typeof SCALES)[number];
}

/**
 * Questions about tables of filings, in Markdown and HTML with the scale in the caption: half of the replies look an
 * amount up, a quarter states a sum and a quarter a change. Every second reply has a wrong amount: another cell's, or a
 * wrong result.
 */
export function generateFilings(seed: string, count = FILINGS): Traffic {
  const random = seededRandom(seed);
  const below: Below = (limit) => Math.floor((random() / 2 ** 32) * limit);
  return {
    name: 'filings with tables, generated',
    cases: Array.from({ length: count }, (_, index) => makeCase(below, index % 2 === 1)),
  };
}

function makeCase(below: Below, isWrong: boolean): JudgedCase {
  const filing = makeFiling(below);
  const { question, reply } = pick(below, [lookUp, lookUp, addUp, compare])(filing, below, isWrong);
  const table = below(2) === 0 ? toMarkdown(filing) : toHtml(filing);
  const evidence = `${table}\n\n${question}`;
  return {
    messages: [
      { role: 'system', name: null, parts: [{ type: 'text', content: 'Answer from the filing.' }] },
      { role: 'user', name: null, parts: [{ type: 'text', content: evidence }] },
      { role: 'assistant', name: null, parts: [{ type: 'text', content: reply }] },
    ],
    tools: [],
    isWrong,
  };
}

function makeFiling(below: Below): Filing {
  const later = FIRST_YEAR + 1 + below(YEARS);
  const items = [...ITEMS];
  const rows = Array.from({ length: ROWS }, () => {
    const item = items.splice(below(items.length), 1)[0] as string;
    const amount = 200 + below(60_000);
    const change = 1 + (below(60) - 25) / 100;
    return { item, amounts: [amount, Math.round(amount * change) + 3 + below(9)] as [number, number] };
  });
  return { years: [later, later - 1], rows, scale: pick(below, SCALES) };
}

function lookUp({ rows, years, scale }: Filing, below: Below, isWrong: boolean) {
  const [row, other] = drawTwo(below, rows);
  const column = below(2) as 0 | 1;
  const wrong = below(2) === 0 ? other.amounts[column] : row.amounts[1 - column];
  const amount = isWrong ? (wrong as number) : row.amounts[column];
  return {
    question: `What were ${row.item.toLowerCase()} in ${years[column]}?`,
    reply: `In ${years[column]}, ${row.item.toLowerCase()} were ${money(amount)} ${scale.inWords}.`,
  };
}

function addUp({ rows, years, scale }: Filing, below: Below, isWrong: boolean) {
  const [one, other] = drawTwo(below, rows);
  const total = one.amounts[0] + other.amounts[0] + (isWrong ? 100 + below(900) : 0);
  const names = `${one.item.toLowerCase()} and ${other.item.toLowerCase()}`;
  return {
    question: `What do ${names} of ${years[0]} add up to?`,
    reply: `Together, ${names} were ${money(total)} ${scale.inWords} in ${years[0]}.`,
  };
}

function compare({ rows, years }: Filing, below: Below, isWrong: boolean) {
  const row = pick(below, rows);
  const [now, before] = row.amounts;
  const share = ((now - before) / before) * 100 + (isWrong ? pick(below, [-1, 1]) * (3 + below(20)) : 0);
  return {
    question: `How did ${row.item.toLowerCase()} change from ${years[1]} to ${years[0]}?`,
    reply: `${row.item} ${share < 0 ? 'fell' : 'rose'} by ${Math.abs(share).toFixed(1)}% from ${years[1]} to ${years[0]}.`,
  };
}

function toMarkdown({ rows, years, scale }: Filing): string {
  const lines = rows.map(({ item, amounts }) => `| ${item} | ${amounts.map(money).join(' | ')} |`);
  return `(Amounts in ${scale.word})\n\n| | ${years.join(' | ')} |\n|---|---:|---:|\n${lines.join('\n')}`;
}

function toHtml({ rows, years, scale }: Filing): string {
  const cells = (tag: string, texts: readonly (string | number)[]) =>
    texts.map((text) => `<${tag}>${text}</${tag}>`).join('');
  const lines = rows.map(({ item, amounts }) => `<tr>${cells('td', [item, ...amounts.map(grouped)])}</tr>`);
  return `<table><caption>In ${scale.word} of US dollars</caption><tr>${cells('th', ['', ...years])}</tr>${lines.join('')}</table>`;
}

const grouped = (amount: number): string => amount.toLocaleString('en-US');
const money = (amount: number): string => `$${grouped(amount)}`;

const pick = <Item>(below: Below, items: readonly Item[]): Item => items[below(items.length)] as Item;

function drawTwo<Item>(below: Below, items: readonly Item[]): [Item, Item] {
  const first = below(items.length);
  const second = (first + 1 + below(items.length - 1)) % items.length;
  return [items[first] as Item, items[second] as Item];
}
