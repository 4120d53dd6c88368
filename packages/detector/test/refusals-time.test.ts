import { startCpuClock } from '../../../test/support/cpu-time';
import { listContentStems, StatementIndex } from '../evidence/statement-index';
import { UndoLog } from '../evidence/undo-log';
import { defaultLabels, loadGroundingModel, SpanFinder } from '../index';

const text = (content: string) => [{ type: 'text' as const, content }];

it('judges hundreds of replies that refuse without reading a long request for each', () => {
  const request = 'The refund period covers annual plans. '.repeat(13_000);
  const messages = [
    {
      role: 'user' as const,
      name: null,
      parts: text(`${request} What is the refund period for annual plans?`),
    },
    ...Array.from({ length: 400 }, () => ({
      role: 'assistant' as const,
      name: null,
      parts: text("I'm sorry, but I don't know."),
    })),
  ];
  const model = loadGroundingModel();
  const issueConfig = { domainContext: null, labels: [...defaultLabels] };
  const finder = new SpanFinder({ messages, tools: [], issueConfig }, model);
  finder.find(1);
  const cpuMs = startCpuClock();

  for (let position = 2; position <= 400; position += 1) finder.find(position);

  expect(cpuMs()).toBeLessThan(2400);
});

it('searches thousands of equal statements for each of thousands of questions in little time', () => {
  const source = 'The annual plans of the premium product have a refund period. '.repeat(40_000);
  const index = new StatementIndex({ text: source, lines: source }, new UndoLog());
  const query = { stems: listContentStems('annual premium plans refund period product'), minNewStems: 2 };
  index.findFirst({ ...query, hasQuantity: false });
  const cpuMs = startCpuClock();

  for (let turn = 0; turn < 2000; turn += 1) index.findFirst({ ...query, hasQuantity: false });

  expect(cpuMs()).toBeLessThan(2000);
});
