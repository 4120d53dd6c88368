import { chosenByFilter, mergeChoices } from '../../../../src/conversations/message-filter/chosen-by';
import { filterFields } from '../../../../src/conversations/message-filter/filter-fields';

describe('chosenByFilter', () => {
  it.each([
    ['label:*', 'outcome'],
    ['issue_count > 0', 'outcome'],
    ['NOT label:*', 'outcome'],
    ['tags.topic = refunds AND NOT (model = "a" OR verdict = completed)', 'outcome'],
    ['conversation_id = 7f1de0a4-63cf-4d0b-8a5e-0b6f3f0c9a11 AND label:*', 'outcome'],
    ['conversation_id = 7f1de0a4-63cf-4d0b-8a5e-0b6f3f0c9a11', 'named'],
    ['tags.label = bad AND role = assistant AND tool_name = search', 'properties'],
    ['', 'properties'],
  ])('says how %j chooses', (filter, chosenBy) => {
    expect(chosenByFilter(filter, 'messages')).toBe(chosenBy);
  });

  it('counts every filter of findings as one by outcome', () => {
    expect(chosenByFilter('tags.topic = refunds', 'findings')).toBe('outcome');
  });

  it('counts all fields of messages by outcome that are read from verdicts', () => {
    const fields = [...filterFields.messages.values()];

    expect(fields.filter(({ isOutcome }) => isOutcome)).toEqual(
      fields.filter(({ path }) => path.startsWith('verdicts.')),
    );
  });
});

describe('mergeChoices', () => {
  it.each([
    ['outcome', 'named', 'outcome'],
    ['properties', 'outcome', 'outcome'],
    ['named', 'properties', 'named'],
    ['properties', 'properties', 'properties'],
  ] as const)('of %s and %s is %s', (one, other, merged) => {
    expect(mergeChoices(one, other)).toBe(merged);
  });
});
