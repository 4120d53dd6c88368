import { checkText } from '../../checks/check-text';
import { indexEvidence } from '../../evidence/evidence';

const NOTES =
  'Rent was £900 in 2021 and £1,050 in 2024. Heating was £140 in 2021 and £95 in 2024. It fell from 3 to 8.';
const found = (reply: string): string[] =>
  checkText(reply, indexEvidence(NOTES))
    .findings.filter(({ kind }) => kind === 'reasoning_error')
    .map(({ start, end }) => reply.slice(start, end));

describe('the direction of a change', () => {
  it.each([
    ['Rent rose from £900 to £1,050.', 'Rent fell from £900 to £1,050.', 'fell from £900 to £1,050'],
    ['Heating went down from £140 to £95.', 'Heating went up from £140 to £95.', 'went up from £140 to £95'],
    ['That is a drop from £140 to £95.', 'That is a growth from £140 to £95.', 'growth from £140 to £95'],
    [
      'Rent was higher in 2024 than in 2021.',
      'Rent was lower in 2024 than in 2021.',
      'lower in 2024 than in 2021',
    ],
    [
      'Heating was higher in 2021 than in 2024.',
      'Heating was higher in 2024 than in 2021.',
      'higher in 2024 than in 2021',
    ],
    ['Rent rose by £150.', 'Rent fell by £150.', 'fell by £150'],
    ['Heating decreased by £45.', 'Heating increased by £45.', 'increased by £45'],
  ])('%s', (right, wrong, expected) => {
    expect(found(right)).toEqual([]);
    expect(found(wrong)).toEqual([expected]);
  });

  it.each([
    'They fell from 3rd to 8th place.',
    'The team rose from number 8 to number 3.',
    'It rose from -12 to -5 degrees.',
    'Rent never fell from £900 to £1,050.',
    'It fell from 3 to 8.',
    'It fell from 2 km to 800 m.',
    'Parking fell by £150.',
    'Rent was lower in 2019 than in 2021.',
    'Rent fell by £20.',
  ])('is left alone: %s', (reply) => {
    expect(found(reply)).toEqual([]);
  });

  it('quotes the sentence of the evidence', () => {
    const { findings } = checkText('Rent fell by £150.', indexEvidence(NOTES));
    const wrong = findings.find(({ kind }) => kind === 'reasoning_error');

    expect(wrong).toMatchObject({
      explanation: 'The evidence says: “Rent was £900 in 2021 and £1,050 in 2024”.',
      confidence: 0.85,
    });
    expect(wrong?.evidence.map(({ start, end }) => NOTES.slice(start, end))).toEqual([
      'Rent was £900 in 2021 and £1,050 in 2024.',
    ]);
  });
});
