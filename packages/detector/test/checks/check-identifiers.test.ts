import { checkText } from '../../checks/check-text';
import { indexEvidence } from '../../evidence/evidence';

const evidence = indexEvidence(
  'Locker 4 opens with code K-52. Your parcel is PKG0093817, sent with train RX-2041 from platform D7. IBAN: FR76 3000 ' +
    '6000 0112 3456 7890 189. The depot is at LS11 5QD, phone 0113 496 0182. {"build": "v3.14.2", "commit": ' +
    '"8d2f0b7c91e4a6530f2b8d2f0b7c91e4a6530f2b"} The voucher MAY-30-OFF is for seat 14C. Request c7d1e0aa-52b3-4f19-8e02-' +
    '9b61f3a7d504 weighs 12kg.',
);

const findIdentifiers = (text: string) =>
  checkText(text, evidence).findings.filter(({ explanation }) => explanation.startsWith('The identifier'));
const listFound = (text: string): string[] =>
  findIdentifiers(text).map(({ start, end }) => text.slice(start, end));

describe('identifiers', () => {
  it.each([
    'K-53',
    'PKG0093871',
    'RX-2014',
    'D8',
    'FR76 3000 6000 0112 3456 7890 198',
    'LS11 5QB',
    '0113 496 0128',
    '3.14.7',
    '8d2f0b8',
    'MAY-50-OFF',
    '14F',
    'c7d1e0aa-52b3-4f19-8e02-9b61f3a7d540',
  ])('finds the changed code %s as a whole', (code) => {
    expect(listFound(`The note says ${code}, as far as it goes.`)).toEqual([code]);
  });

  it.each([
    'K-52',
    'k52',
    'PKG-0093817',
    'RX 2041',
    'rx2041',
    'FR7630006000011234567890189',
    'FR76-3000-6000-0112-3456-7890-189',
    'LS115QD',
    '113 496 0182',
    'version 3.14.2',
    'v3.14.2',
    '8d2f0b7',
    'MAY30OFF',
    'C7D1E0AA-52B3-4F19-8E02-9B61F3A7D504',
  ])('accepts %s, however it is grouped', (code) => {
    expect(listFound(`The note says ${code}, as far as it goes.`)).toEqual([]);
  });

  it.each([
    '16GB',
    '3-6pm',
    'mid-1990s',
    '20-year-old',
    '4x4',
    'Q3',
    '5pm-8',
    '150 km²',
    '2031-05-07',
    '10K',
  ])('reads %s as no code', (text) => {
    expect(listFound(`It was ${text} or so.`)).toEqual([]);
  });

  it('is certain of a code where the evidence has another one like it, and names that', () => {
    const [finding] = findIdentifiers('The locker code is K-53.');

    expect(finding?.confidence).toBeGreaterThan(0.75);
    expect(finding?.explanation).toBe(
      'The identifier “K-53” is nowhere in the evidence; the evidence has “K-52”.',
    );
  });

  it('leaves a code that resembles none to the model', () => {
    expect(findIdentifiers('It plays MP3 files.')[0]?.confidence).toBeLessThan(0.75);
  });
});

describe('a code in other groups', () => {
  const source = indexEvidence(
    'Parcel TQ5580217746, IBAN NL20INGB0001234567, phone 5550147731, office 0441.208.7763, card 5100 2200 3300 4407, ' +
      'claim 9923-0417, serial XK73LM20QR. I am on +44 113 496 0182.',
  );
  const listAllFound = (text: string): string =>
    checkText(text, source, { inEnglish: true })
      .findings.map(({ start, end }) => text.slice(start, end))
      .join();

  it.each([
    ['TQ 5580 217 746', 'TQ 5580 271 746', '271'],
    ['TQ-5580-217-746', 'TQ-5580-217-764', '764'],
    ['TQ.5580.217.746', 'TQ.5580.217.747', '747'],
    ['NL20 INGB 0001 2345 67', 'NL20 INGB 0001 2345 76', '76'],
    ['NL20-INGB-0001-2345-67', 'NL20-INGB-0001-3245-67', '3245'],
    ['(555) 014-7731', '(555) 014-7713', '7713'],
    ['555.014.7731', '555.041.7731', '041'],
    ['+44 (0)113 496 0182', '+44 (0)113 496 0128', '0128'],
    ['0441 208 7763', '0441 208 7736', '7736'],
    ['5100220033004407', '5100220033004470', '4470'],
    ['5100-2200-3300-4407', '5100-2200-3300-4408', '4408'],
    ['99230417', '99230471', '99230471'],
    ['XK73 LM20 QR', 'XK73 LM20 QS', 'QS'],
  ])('%s is the same, %s is not', (same, other, wrong) => {
    expect(listAllFound(`So it is ${same} here.`)).toBe('');
    expect(listAllFound(`So it is ${other} here.`)).toContain(wrong);
  });

  it('is no decimal number', () => {
    const { supported } = checkText('It weighs 5550.147731 grams.', source, { inEnglish: true });

    expect(supported).toEqual([]);
  });
});
