import { SpanFinder } from '../find-ungrounded-spans';
import { loadGroundingModel } from '../model/grounding-model';
import { findSpans, makeInput, makeMessage, textsOf } from './conversations';

const judge = (evidence: string, question: string, ...replies: string[]) =>
  findSpans(
    makeInput([
      makeMessage('system', evidence),
      makeMessage('user', question),
      makeMessage('assistant', ...replies),
    ]),
  );
/** What is flagged, or why nothing was judged, or "clean". */
const outcomeOf = (evidence: string, question: string, reply: string): string => {
  const { annotations, notJudgeable } = judge(evidence, question, reply);
  return textsOf(annotations).join(' | ') || (notJudgeable ?? 'clean');
};

const german =
  'Die Fähre nach Norderhall hat achtzehn Kabinen und 340 Plätze. Die Überfahrt kostet 27,50 Euro. Hunde dürfen nicht in ' +
  'den Salon. Der Kapitän heißt Jannis Petersen. Das Schiff wurde im April in Flensburg gebaut. Der Umbau kostete 4 ' +
  'Millionen Euro. Am Samstag fährt die Fähre um 9:15 Uhr.';
const french =
  "Le ferry de Saint-Aubin compte quarante-deux cabines. La traversée coûte 31,80 euros. Le bar n'accepte pas les cartes. " +
  'Le capitaine est Hugo Lemaire. Le ferry part le jeudi à 7 h 45. Il a été rénové en mars.';
const spanish =
  'El transbordador de Puertolomas tiene veintiséis camarotes. El billete cuesta 1.250 pesos. El bar no acepta tarjetas. ' +
  'La capitana es Marta Quiroga. El barco sale el domingo a las 6:30.';
const italian =
  'Il traghetto di Portoselva ha cinquantatré cabine. La traversata costa 24,60 euro. Il bar non accetta carte. La ' +
  'comandante è Elisa Bertolli. Il traghetto parte il venerdì alle 5:50.';
const swedish = 'Färjan till Sandholmen är inte öppen på söndagar. Den har fyra däck och går klockan 8.20.';

describe('a reply that is wrong in a value, name or negation', () => {
  it.each([
    [german, 'Die Überfahrt kostet 72,50 Euro.', '72,50'],
    [german, 'Die Fähre nach Norderhall hat achtzig Kabinen.', 'achtzig'],
    [german, 'Die Fähre nach Norderhall hat sieben Kabinen.', 'sieben'],
    [german, 'Die Fähre nach Norderhall hat 7 Kabinen.', '7'],
    [german, 'Der Umbau kostete 4 Milliarden Euro.', '4 Milliarden'],
    [german, 'Am Mittwoch fährt die Fähre um 9:15 Uhr.', 'Mittwoch'],
    [german, 'Das Schiff wurde im August in Flensburg gebaut.', 'August'],
    [german, 'Der Kapitän heißt Jannis Lorenzen.', 'Jannis Lorenzen'],
    [german, 'Das Schiff wurde im April in Rostock gebaut.', 'Rostock'],
    [german, 'Hunde dürfen in den Salon.', 'dürfen in'],
    [german, 'Die Überfahrt kostet nicht 27,50 Euro.', 'nicht'],
    [german, 'Auf der Karte steht „Kinder fahren immer umsonst mit“.', 'Kinder fahren immer umsonst mit'],
    [french, 'Le ferry de Saint-Aubin compte soixante-deux cabines.', 'soixante-deux'],
    [french, 'La traversée coûte 38,10 euros.', '38,10'],
    [french, 'Le ferry part le samedi à 7 h 45.', 'samedi'],
    [french, 'Il a été rénové en mai.', 'mai'],
    [french, 'Le capitaine est Hugo Garnier.', 'Hugo Garnier'],
    [french, 'Le bar accepte les cartes.', 'accepte les cartes'],
    [french, 'La brochure dit « les enfants voyagent sans payer ».', 'les enfants voyagent sans payer'],
    [spanish, 'El transbordador de Puertolomas tiene sesenta y dos camarotes.', 'sesenta y dos'],
    [spanish, 'El billete cuesta 1.520 pesos.', '1.520'],
    [spanish, 'El barco sale el martes a las 6:30.', 'martes'],
    [spanish, 'La capitana es Marta Villalba.', 'Marta Villalba'],
    [spanish, 'El bar acepta tarjetas.', 'bar acepta'],
    [italian, 'Il traghetto di Portoselva ha trentacinque cabine.', 'trentacinque'],
    [italian, 'La traversata costa 26,40 euro.', '26,40'],
    [italian, 'Il traghetto parte il lunedì alle 5:50.', 'lunedì'],
    [italian, 'La comandante è Elisa Montanari.', 'Elisa Montanari'],
    [italian, 'Il bar accetta carte.', 'bar accetta'],
    [swedish, 'Den har fyra däck och går klockan 9.40.', '9.40'],
  ])('has a finding: %#. %s %s', (evidence, reply, found) => {
    expect(outcomeOf(evidence, '?', reply)).toBe(found);
  });
});

describe('a reply that copies the evidence', () => {
  it.each([
    [german, 'Die Überfahrt kostet 27,50 €.'],
    [german, 'Die Fähre nach Norderhall hat 18 Kabinen.'],
    [german, 'Der Umbau kostete 4.000.000 Euro.'],
    [german, 'Hunde dürfen nicht in den Salon.'],
    [german, 'Hallo, vielen Dank für Ihre Frage! Der Kapitän heißt Jannis Petersen. Haben Sie noch Fragen?'],
    [french, 'Bonjour ! La traversée coûte 31,80 €.'],
    [french, 'Le ferry de Saint-Aubin compte 42 cabines.'],
    [spanish, 'El billete cuesta 1250 pesos.'],
    [spanish, 'La capitana es Marta Quiroga.'],
    [italian, 'Il bar non accetta carte.'],
    [italian, 'Il traghetto di Portoselva ha 53 cabine.'],
    [swedish, 'Färjan till Sandholmen är inte öppen på söndagar.'],
    ['渡轮九点出发，票价为三十元。船长是王芳。', '渡轮九点出发，票价为三十元。'],
  ])('is clean: %#. %s %s', (evidence, reply) => {
    expect(outcomeOf(evidence, '?', reply)).toBe('clean');
  });
});

describe('a reply with a sentence that was not compared', () => {
  it.each([
    ['says it in other words', german, 'Für die Überfahrt zahlen Erwachsene 27,50 Euro.'],
    ['names what the evidence lacks', german, 'Die Besatzung wohnt an Bord.'],
    ['swaps two values', 'Ein Ei kostet 2 Euro, ein Brot 5 Euro.', 'Ein Ei kostet 5 Euro, ein Brot 2 Euro.'],
    ['leaves out a limit', 'Das Deck ist nur mittags offen, der Salon immer.', 'Das Deck ist mittags offen.'],
    ['leaves out an exception', 'Le bar est ouvert le soir sauf en hiver.', 'Le bar est ouvert le soir.'],
    ['answers yes', german, 'Ja.'],
    ['leaves out a negation of an unknown language', swedish, 'Färjan till Sandholmen är öppen på söndagar.'],
    ['is in Finnish', 'Lautalla on neljä kantta ja se on avoinna.', 'Lautalla on viisi kantta.'],
    ['is in Chinese', '渡轮九点出发，票价为三十元。', '渡轮十点出发，票价为四十元。'],
    ['is in English, the evidence is not', german, 'The crossing costs 27.50 euros and dogs may come along.'],
    [
      'is in German, the evidence is not',
      'The ferry has four decks.',
      'Die Fähre hat vier Decks und eine Bar.',
    ],
    [
      'is in German between English ones',
      'The ferry to Skye has four decks. The crossing costs 27.50 pounds.',
      'The crossing costs 27.50 pounds. Die Fähre hat aber auch eine Bar und ein Kino für die Kinder.',
    ],
  ])('is not judgeable where it %s', (_how, evidence, reply) => {
    expect(outcomeOf(evidence, '?', reply)).toBe('language');
  });

  it('is not judgeable where it repeats what the user presumes', () => {
    const presumed = 'Ich glaube, die Fähre hat ein Kino.';

    expect(outcomeOf(german, presumed, presumed)).toBe('language');
  });

  it('is judged where another part has a finding', () => {
    const verdict = judge(german, '?', 'Die Besatzung wohnt an Bord.', 'Die Überfahrt kostet 72,50 Euro.');

    expect(verdict).toMatchObject({ notJudgeable: null, annotations: [{ text: '72,50' }] });
    expect(
      judge(german, '?', 'Die Besatzung wohnt an Bord.', 'Die Überfahrt kostet 27,50 Euro.'),
    ).toMatchObject({
      notJudgeable: 'language',
      score: null,
    });
  });
});

describe('what is right in other words', () => {
  it.each([
    [german, 'Erwachsene zahlen für die Überfahrt 27,50 €, am Samstag geht es um 9.15 Uhr los.'],
    [german, 'Herr Petersen ist Kapitän der Fähre; gebaut wurde sie in Ruhe und mit Sorgfalt im April.'],
    [
      german,
      'Die Fähre hat Kabinen für 18 Familien und bietet 340 Gästen in der Kabine oder im Salon Platz.',
    ],
    [french, "M. Lemaire, le capitaine, part jeudi ; il n'y a que 42 cabines et les cartes sont refusées."],
    [spanish, 'Marta Quiroga manda el barco, que zarpa los domingos y cuesta 1 250 pesos.'],
    [italian, 'Comanda Elisa Bertolli; si parte ogni venerdì e si pagano 24,60 € in contanti.'],
  ])('has no finding: %#', (evidence, reply) => {
    expect(outcomeOf(evidence, '?', reply)).toBe('language');
  });

  it('leaves an English reply with foreign names in English', () => {
    const evidence =
      'The ferry to Île de Sein is run by Compagnie de la Mer and is named after Leonardo da Vinci.';

    expect(
      outcomeOf(evidence, 'Who runs it?', 'The ferry to Île de Sein is run by Compagnie de la Mer.'),
    ).toBe('clean');
  });
});

describe('the limits', () => {
  it('say what was compared, by language', () => {
    expect(
      judge(german, '?', 'Die Besatzung wohnt an Bord. Die Überfahrt kostet 27,50 Euro.').limits,
    ).toEqual([
      'The reply is not in English but in German: only numbers, number words, days and months, names, negations, dates, ' +
        'times, links, identifiers and quotations were compared, and 1 of 2 sentences as a whole.',
    ]);
    expect(judge(swedish, '?', 'Den har fem däck.').limits).toEqual([
      'The reply or its evidence is not in English: only numbers in digits, dates, times, links, identifiers and ' +
        'quotations were compared, and 0 of 1 sentences as a whole.',
    ]);
  });

  it('leave out names where the evidence is in English', () => {
    const { limits } = judge('The ferry has four decks.', '?', 'Die Fähre hat vier Decks und keine Bar.');

    expect(limits).toEqual([expect.not.stringContaining('names')]);
  });
});

it('judges each turn of a conversation as if it had only the turns before it', () => {
  const asked = (question: string, reply: string) => [
    makeMessage('user', question),
    makeMessage('assistant', reply),
  ];
  const messages = [
    makeMessage('system', german),
    ...asked('Wie viele Kabinen?', 'Die Fähre nach Norderhall hat 18 Kabinen.'),
    ...asked('Und das Kino?', 'Das Kino hat sechzehn Sitze.'),
    makeMessage('tool', 'Das Kino hat sechzehn Sitze und ist dienstags geschlossen.'),
    ...asked('Und nun?', 'Das Kino hat 16 Sitze.'),
    ...asked('Wann?', 'Das Kino ist donnerstags geschlossen.'),
  ];
  const finder = new SpanFinder(makeInput(messages), loadGroundingModel());
  const positions = messages.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []));

  const verdicts = positions.map((position) => finder.find(position));

  expect(verdicts).toEqual(
    positions.map((position) => findSpans(makeInput(messages.slice(0, position + 1)))),
  );
  expect(verdicts.map(({ annotations, notJudgeable }) => textsOf(annotations)[0] ?? notJudgeable)).toEqual([
    null,
    'sechzehn',
    null,
    'donnerstags',
  ]);
});

describe('a time or a duration in another notation', () => {
  const hall =
    'The hall opens at 8:30 am and closes at 9 pm, the last tour is at 5 pm. A pass lasts 3 weeks.';
  const library =
    'Die Bücherei leiht Spiele sechs Wochen und Karten 36 Stunden aus. Der Ausweis gilt 2 Jahre. Die Mahnung kommt nach ' +
    '10-14 Tagen.';

  it.each([
    [
      hall,
      'La visita guidata comincia alle 17 e si può entrare.',
      'La visita guidata comincia alle 18 e si può entrare.',
      '18',
    ],
    [hall, 'La sala chiude alle ore 21 e non prima.', 'La sala chiude alle ore 22 e non prima.', '22'],
    [hall, 'La sala cierra a las 21, no antes.', 'La sala cierra a las 22, no antes.', '22'],
    [hall, 'La salle ferme à 21 h et pas avant.', 'La salle ferme à 22 h et pas avant.', '22 h'],
    [
      hall,
      'Der Saal ist bis 21 Uhr und nicht länger offen.',
      'Der Saal ist bis 22 Uhr und nicht länger offen.',
      '22 Uhr',
    ],
    [
      hall,
      'Der letzte Rundgang ist um 17, nicht später.',
      'Der letzte Rundgang ist um 18, nicht später.',
      '18',
    ],
    [
      hall,
      'La tessera vale per 21 giorni e non di più.',
      'La tessera vale per 24 giorni e non di più.',
      '24',
    ],
    [
      hall,
      'Der Ausweis gilt für 21 Tage und nicht länger.',
      'Der Ausweis gilt für 27 Tage und nicht länger.',
      '27',
    ],
    [library, 'Die Spiele darf man 42 Tage behalten.', 'Die Spiele darf man 24 Tage behalten.', '24'],
    [
      library,
      'Die Spiele darf man zweiundvierzig Tage behalten.',
      'Die Spiele darf man vierundzwanzig Tage behalten.',
      'vierundzwanzig',
    ],
    [library, 'Karten darf man 1,5 Tage behalten.', 'Karten darf man 3,5 Tage behalten.', '3,5'],
    [library, 'Der Ausweis gilt 24 Monate.', 'Der Ausweis gilt 26 Monate.', '26'],
    [
      library,
      'Die Mahnung kommt nach 240 bis 336 Stunden.',
      'Die Mahnung kommt nach 240 bis 363 Stunden.',
      '363',
    ],
    [
      `${library} Offen von 9 bis 18 Uhr.`,
      'Der Ausweis gilt 24 Monate.',
      'Der Ausweis gilt 18 Monate.',
      '18 Monate',
    ],
    [
      library,
      'La carte est valable vingt-quatre mois et pas plus.',
      'La carte est valable vingt-six mois et pas plus.',
      'vingt-six',
    ],
    [library, 'El carné vale 24 meses y no más.', 'El carné vale 34 meses y no más.', '34'],
  ])('is compared as what it says: %#. %s', (evidence, right, wrong, found) => {
    expect(['clean', 'language']).toContain(outcomeOf(evidence, '?', right));
    expect(outcomeOf(evidence, '?', wrong)).toContain(found);
  });
});

describe('a courtesy in another language', () => {
  const library =
    'Die Bücherei in Ahlen leitet Petra Kunze. Der Ausweis kostet 12 Euro. Das ist Ihr Ausweis.';

  it.each([
    [library, 'Der Ausweis kostet 12 Euro. Wir freuen uns auf Ihren Besuch!', 'clean'],
    [library, 'Der Ausweis kostet 12 Euro. Wir wünschen Ihnen einen schönen Tag!', 'clean'],
    [library, 'Der Ausweis kostet 12 Euro. Alles Gute für Ihren Umzug!', 'clean'],
    [library, 'Der Ausweis kostet 12 Euro. Fragen Sie für Ihren Umzug bitte Petra Lohmann.', 'Petra Lohmann'],
    [library, 'Der Ausweis kostet 21 Euro. Wir freuen uns auf Ihren Besuch!', '21'],
    [french, 'La traversée coûte 31,80 euros. Bonne visite !', 'clean'],
    [french, 'La traversée coûte 31,80 euros. Nous restons à votre disposition.', 'clean'],
    [spanish, 'El billete cuesta 1.250 pesos. Quedo a su disposición.', 'clean'],
    [spanish, 'El billete cuesta 1.250 pesos. ¡Buen viaje!', 'clean'],
    [italian, 'La traversata costa 24,60 euro. Buona visita!', 'clean'],
    [italian, 'La traversata costa 24,60 euro. Resto a sua disposizione.', 'clean'],
    [italian, 'La traversata costa 24,60 euro. Buona visita al museo di Elisa Montanari!', 'Elisa Montanari'],
  ])('states nothing: %#. %s %s', (evidence, reply, outcome) => {
    expect(outcomeOf(evidence, '?', reply)).toBe(outcome);
  });
});
