import { minCpuMs } from '../../../../test/support/cpu-time';
import { checkText } from '../../checks/check-text';
import { indexEvidence } from '../../evidence/evidence';
import { judge, textsOf } from '../conversations';
import { compareText } from '../support/compare-text';

const check = (evidence: string, reply: string) =>
  checkText(reply, indexEvidence(evidence), { inEnglish: true });
const writtenIn = (reply: string, regions: { start: number; end: number }[]): string[] =>
  regions.map(({ start, end }) => reply.slice(start, end));

type Row = [what: string, evidence: string, same: string, other: string, wrong: string];

describe.each<Row>([
  ['a city by its name at home', 'The fair is in Köln.', 'It is in Cologne.', 'It is in Leipzig.', 'Leipzig'],
  ['a city in plain letters', 'He lives in Ålesund.', 'He lives in Alesund.', 'He lives in Aalen.', 'Aalen'],
  [
    'a city with two letters for one',
    'He lives in Düren.',
    'He lives in Dueren.',
    'He lives in Dover.',
    'Dover',
  ],
  [
    'a letter without a mark',
    'He lives in Żołynia.',
    'He lives in Zolynia.',
    'He lives in Zalasie.',
    'Zalasie',
  ],
  [
    'a city next to its name',
    'See Neuss am Rhein.',
    'It is Neuss on the Rhine.',
    'It is on the Moselle.',
    'Moselle',
  ],
  ['an airport', 'It departs from OSL.', 'It departs from Oslo.', 'It departs from Bergen.', 'Bergen'],
  [
    'the name of an airport',
    'It lands at LGW.',
    'It lands at London Gatwick.',
    'It lands at Luton.',
    'Luton',
  ],
  ['the code of an airport', 'We fly from Vienna.', 'We fly from VIE.', 'We fly from PRG.', 'PRG'],
  ['people by their country', 'She is a Pole.', 'She is from Poland.', 'She is from Latvia.', 'Latvia'],
  ['an adjective of a country', 'It is in Wales.', 'It is a Welsh town.', 'It is an Irish town.', 'Irish'],
  ['an abbreviation', 'We met in Ft. Lee.', 'We met in Fort Lee.', 'We met in Mount Lee.', 'Mount Lee'],
  ['a street', 'It is in Elm St. today.', 'It is in Elm Street.', 'It is in Elm Avenue.', 'Elm Avenue'],
  ['a lane', 'We live at 9 Heron Lane.', 'So it is 9 Heron Ln.', 'So it is 9 Heron Rd.', 'Heron Rd'],
  ['a road', 'We live at 9 Heron Rd.', 'So it is 9 Heron Road.', 'So it is 9 Heron Lane.', 'Heron Lane'],
  ['a drive', 'We live at 9 Heron Dr.', 'So it is 9 Heron Drive.', 'So it is 9 Heron Court.', 'Heron Court'],
  ['a parkway', 'Take Tern Parkway.', 'So take Tern Pkwy.', 'So take Tern Hwy.', 'Tern Hwy'],
  [
    'an address in words',
    'Go to 40 N Heron Ave today.',
    'So go to 40 North Heron Avenue.',
    'So go to 40 North Heron Road.',
    'North Heron Road',
  ],
  [
    'an address cut short',
    'Go to 40 South Heron Boulevard today.',
    'So go to 40 S. Heron Blvd.',
    'So go to 40 S. Heron Ave.',
    'Heron Ave',
  ],
  ['an apartment', 'He is in 7 Elm Rd, Apt 12.', 'He is in Apartment 12.', 'He is in Suite 12.', 'Suite'],
  ['a floor', 'Meet on Floor 3 of it.', 'So meet on Fl. 3 of it.', 'So meet on Apt. 3 of it.', 'Apt'],
  [
    'a company',
    'Ask Saint Osyth Marine Limited.',
    'So ask St. Osyth Marine Ltd.',
    'So ask St. Osyth Marine Inc.',
    'St. Osyth Marine Inc',
  ],
  [
    'a department',
    'Call the Dept. of Parks.',
    'Call the Department of Parks.',
    'Call the Museum of Parks.',
    'Museum',
  ],
  [
    'a street in German',
    'She lives in Amselstraße 4.',
    'So it is Amselstr. 4.',
    'So it is Amselweg 4.',
    'Amselweg',
  ],
  [
    'one of its own',
    'She lives in Neue Str. 4.',
    'So it is Neue Straße 4.',
    'So it is Neue Gasse 4.',
    'Neue Gasse',
  ],
  [
    'a numeral of a king',
    'Built for Louis XIV.',
    'It was for Louis the Fourteenth.',
    'So said Louis XVI.',
    'Louis XVI',
  ],
  [
    'a numeral of a phase',
    'Phase 3 has begun.',
    'So phase III has begun.',
    'So phase IV has begun.',
    'phase IV',
  ],
  ['an ordinal', 'See act II of it.', 'It is in the second act.', 'It is in the third act.', 'third act'],
  ['initials', 'Ask Hanna Virtanen.', 'So ask H. Virtanen.', 'So ask K. Virtanen.', 'K. Virtanen'],
  ['the code of a place', 'Go by Turku (TKU).', 'So go by Turku (TKU).', 'So go by Turku (HEL).', 'HEL'],
  [
    'a country in a field',
    '{"country": "PT", "id": 7}',
    'It is a Portuguese firm.',
    'It is a Spanish firm.',
    'Spanish',
  ],
  [
    'a language in a field',
    '{"lang": "fi", "id": 7}',
    'It is written in Finnish.',
    'It is written in Estonian.',
    'Estonian',
  ],
  ['a currency', 'It costs CHF 80.', 'It costs 80 Swiss francs.', 'It costs 80 Danish kroner.', 'Danish'],
])('%s', (_what, evidence, same, other, wrong) => {
  it('is not held against the reply', () => {
    expect(compareText(evidence, same).found).toEqual([]);
  });

  it('is found where it is another', () => {
    const { found, supported } = compareText(evidence, other);

    expect(found.join()).toContain(wrong);
    expect(supported.join()).not.toContain(wrong);
  });
});

describe('a name in another form', () => {
  it('is no fault in the eyes of the model', () => {
    const evidence =
      'The meeting of the board will be held in Warszawa on 4 May. Ask Piotr Lis of floor IX for a pass.';

    expect(judge(evidence, 'The board meets in Warsaw on 4 May.')).toEqual([]);
    expect(textsOf(judge(evidence, 'The board meets in Vilnius on 4 May.')).join()).toContain('Vilnius');
  });

  it('is no fault at the start of a sentence either', () => {
    const evidence =
      'O escritório central fica em Lisboa desde 2011. The head office has 40 desks and a garden.';

    expect(check(evidence, 'Lisbon has the head office.').supported).toEqual([{ start: 0, end: 6 }]);
    expect(check(evidence, 'Madrid has the head office.').supported).toEqual([]);
  });

  it('does not make a longer name known', () => {
    const evidence = 'It is a bank in München.';

    expect(
      writtenIn('He asked Bank of Munich.', check(evidence, 'He asked Bank of Munich.').findings),
    ).toEqual(['Bank of Munich']);
  });
});

describe('a link', () => {
  const evidence =
    'The API is at https://api.lindkvist.example/v1. Orders: GET /orders/{id}/lines. Track parcels at ' +
    'https://lindkvist.example/p/<number>. For help see lindkvist.example/help. My order is 4417, my parcel AX-20. ' +
    'Returns: https://lindkvist.example/<lang>/returns. I read Deutsch.';

  it.each([
    ['https://api.lindkvist.example/v1/orders/4417/lines'],
    ['https://api.lindkvist.example/v1/orders/4417'],
    ['https://lindkvist.example/p/AX-20'],
    ['https://lindkvist.example/de/returns'],
    ['https://www.lindkvist.example/help'],
    ['https://api.lindkvist.example/v1/orders/{id}/lines'],
  ])('may be put together from what is stated: %s', (link) => {
    expect(check(evidence, `Use ${link} for it.`).findings).toEqual([]);
  });

  it.each([
    ['https://api.lindkvist.example/v1/orders/4471/lines'],
    ['https://api.lindkvist.example/v1/orders/4417/items'],
    ['https://api.lindkvist.example/v2/orders/4417/lines'],
    ['https://www.lindkvist.example/orders/4417/linesmen'],
    ['https://lindkvist.example/p/AX-21'],
    ['https://lindkvist.example/sv/returns'],
    ['https://lindkvist.example/helpdesk'],
  ])('is found with another part: %s', (link) => {
    const reply = `Use ${link} for it.`;

    expect(writtenIn(reply, check(evidence, reply).findings)).toContain(link);
  });
});

it('takes time that grows with the length of the text', async () => {
  const evidence = indexEvidence(
    'Phase 2 for Ann Keller in Köln (CGN), see /orders/{id} at https://a.example/b.',
  );
  const reply = 'Phase IV for B. Keller in Cologne (MUC), see https://a.example/b/orders/7. '.repeat(2000);

  expect(await minCpuMs(() => checkText(reply, evidence, { inEnglish: true }), 3000)).toBeLessThan(3000);
});
