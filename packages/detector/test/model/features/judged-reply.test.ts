import { compare } from '../columns';

/** The words that are compared with the evidence. */
function wordsOf(text: string): string[] {
  const { reply } = compare('Fact.', text);
  return [...reply.starts].map((start, word) => text.slice(start, reply.ends[word]));
}

describe('compareReply', () => {
  it.each([
    ['code in a programming language', 'So:\n```sql\nSELECT name FROM users;\n```\nDone.', ['So', 'Done']],
    ['code that is never closed', 'So:\n```python\nprint(1)', ['So']],
    ['the fence of data', 'So:\n```json\n{"age": 43}\n```\nDone.', ['So', 'age', '43', 'Done']],
    ['the fence of anything else', '```Summary\nAnn left.\n```', ['Ann', 'left']],
    ['a fence that says nothing', '```\nAnn left.\n```', ['Ann', 'left']],
  ])('leaves %s out', (_, text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});
