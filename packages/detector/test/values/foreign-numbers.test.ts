import type { ReadLanguage } from '../../gazetteers/language-words';
import { scanForeignNumbers } from '../../values/foreign-numbers';

const read = (language: ReadLanguage, text: string) =>
  scanForeignNumbers(language, text).map(({ start, end, values }) => [text.slice(start, end), ...values]);

it.each<[ReadLanguage, string, string, number]>([
  ['de', 'Es gibt dreizehn Tore.', 'dreizehn', 13],
  ['de', 'Es gibt einundfünfzig Tore.', 'einundfünfzig', 51],
  ['de', 'Es gibt dreißig Tore.', 'dreißig', 30],
  ['de', 'Es gibt vierhundertsechs Tore.', 'vierhundertsechs', 406],
  ['de', 'Es gibt zweitausendachtzig Tore.', 'zweitausendachtzig', 2080],
  ['de', 'Es kostet 7,5 Millionen Euro.', '7,5 Millionen', 7.5e6],
  ['fr', 'Il y a vingt et un ponts.', 'vingt et un', 21],
  ['fr', 'Il y a soixante-quinze ponts.', 'soixante-quinze', 75],
  ['fr', 'Il y a soixante et onze ponts.', 'soixante et onze', 71],
  ['fr', 'Il y a quatre-vingts ponts.', 'quatre-vingts', 80],
  ['fr', 'Il y a quatre-vingt-dix-huit ponts.', 'quatre-vingt-dix-huit', 98],
  ['fr', 'Il y a trois cent dix-sept ponts.', 'trois cent dix-sept', 317],
  ['fr', 'Cela coûte deux mille cinq cents euros.', 'deux mille cinq cents', 2500],
  ['fr', "Il a coûté 3 milliards d'euros.", '3 milliards', 3e9],
  ['es', 'Hay dieciséis puertas.', 'dieciséis', 16],
  ['es', 'Hay sesenta y tres puertas.', 'sesenta y tres', 63],
  ['es', 'Hay quinientas doce puertas.', 'quinientas doce', 512],
  ['es', 'Hay cuatro mil puertas.', 'cuatro mil', 4000],
  ['es', 'Costó 2 mil millones de euros.', '2 mil millones', 2e9],
  ['it', 'Ci sono ventotto porte.', 'ventotto', 28],
  ['it', 'Ci sono quarantatré porte.', 'quarantatré', 43],
  ['it', 'Ci sono duecentosei porte.', 'duecentosei', 206],
  ['it', 'Ci sono tremila porte.', 'tremila', 3000],
])('reads a number in %s: %s', (language, text, written, value) => {
  expect(read(language, text)).toEqual([[written, value]]);
});

it.each<[ReadLanguage, string]>([
  ['de', 'Ein Tor und eine Tür, und Millionen von Besuchern.'],
  ['fr', 'Une porte et un pont, 30 pour cent.'],
  ['es', 'Una puerta y un puente, 30 por ciento.'],
  ['it', 'Una porta e un ponte, 30 per cento.'],
])('reads no number in articles, percentages and crowds: %s', (language, text) => {
  expect(read(language, text)).toEqual([]);
});

it('ends a number where the next one begins', () => {
  expect(read('fr', 'Entre vingt et trente ponts, puis huit neuf dix.')).toEqual([
    ['vingt', 20],
    ['trente', 30],
    ['huit', 8],
    ['neuf', 9],
    ['dix', 10],
  ]);
  expect(read('de', 'zwei drei, vierzig und mehr')).toEqual([
    ['zwei', 2],
    ['drei', 3],
    ['vierzig', 40],
  ]);
});
