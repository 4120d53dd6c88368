import { checkNameParts } from '../../checks/check-name-parts';
import { indexEvidence } from '../../evidence/evidence';

const SOURCE =
  'The contract was signed by Julia Benett and by Marko Hansen for the Unione Sportiva Femminili Lariana.';
const found = (reply: string): string[] =>
  checkNameParts(reply, indexEvidence(SOURCE).words).findings.map(({ start, end }) =>
    reply.slice(start, end),
  );

describe('a part of a name with another letter', () => {
  it.each([
    ['It was signed by Julia Benett.', 'It was signed by Julio Benett.', 'Julio'],
    ['Marko Hansen signed it.', 'Marka Hansen signed it.', 'Marka'],
    ['Ask Marko Hansen.', 'So ask Marko Hanson.', 'Hanson'],
    ['So ask Julia Benett.', 'So ask Julia Bennett.', 'Bennett'],
  ])('%s', (right, wrong, expected) => {
    expect(found(right)).toEqual([]);
    expect(found(wrong)).toEqual([expected]);
  });

  it.each([
    ['a shorter form', 'So ask Jul Benett.'],
    ['a name of somebody else', 'So ask Julio Moreno.'],
    ['an inflected word', 'It is for the Unione Sportiva Femminile Lariana.'],
    ['another name, which other checks find', 'So ask Petra Benett.'],
  ])('is not %s', (_, reply) => {
    expect(found(reply)).toEqual([]);
  });
});
