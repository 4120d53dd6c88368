import { analyzeMessageFilter } from '../../../src/conversations/message-filter/message-filter';
import { equalFindingsFilter, joinFilters } from '../../../web/src/text/filters';

const finding = {
  conversation_id: '7f1de0a4-63cf-4d0b-8a5e-0b6f3f0c9a11',
  text: '159 EUR',
  label: 'fabrication',
  tool_name: null,
  parameter_name: null,
  evaluator_id: null,
  review: null,
};

it('joins filters, and leaves out empty ones', () => {
  expect(joinFilters('', 'role = user', 'model = a OR model = b')).toBe(
    'role = user AND model = a OR model = b',
  );
});

it.each(['159 EUR', '', 'say "no"\n\\', `\u{1F309}${'long '.repeat(2000)}`])(
  'selects the equals of a finding with any text in the language of filters',
  (text) => {
    const inCall = {
      ...finding,
      text,
      tool_name: 'pay',
      parameter_name: 'a.b',
      review: 'confirmed' as const,
    };

    for (const one of [inCall, { ...finding, text }]) {
      const filter = equalFindingsFilter(one, 'label:* OR text:a');
      expect(analyzeMessageFilter(filter, 'optional', 'findings')).toMatchObject({
        faults: [],
        filter: { namesConversations: true },
      });
    }
  },
);
