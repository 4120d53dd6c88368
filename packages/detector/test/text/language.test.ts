import { isEnglish } from '../../text/language';

describe('reads as English', () => {
  it.each([
    ['sentences', 'The tower was built in 1887 and it is open to all of the visitors.'],
    [
      'sentences around code',
      'Run this in the shell of your choice:\n```js\nconst tower = openTower(9);\n```',
    ],
    ['short statements', 'Sales rose strongly, margins fell, costs increased, profits dropped sharply.'],
    ['notes in bullets', '- new chief executive, Harvey Blunt, appointed\n- revenue up, costs down sharply'],
    ['a link', 'The guide is at [docs.example.com/de/la/guia](https://docs.example.com/de/la/guia).'],
    ['a table', '| tower | height |\n|---|---|\n| harbor tower old | sixty two metres tall |'],
    ['JSON', '{"name": "harbor tower", "kind": "tall brick building, stone windows"}'],
    ['a program', 'const tower = openTower(nine, ten, eleven);\nreturn tower.height(metres, rounded);'],
    ['SQL', 'CREATE TABLE orders (id int primary key, customer varchar, placed timestamp, total numeric);'],
    ['a list of short items', '- milk\n- rye bread\n- sea salt\n- olive oil\n- eggs\n- dry yeast'],
    [
      'names from elsewhere',
      'Leonardo da Vinci, Vincent van Gogh, Miguel de Cervantes, Los Angeles, El Paso',
    ],
    ['borrowed words', 'The café serves crème brûlée and tacos al pastor on the terrace.'],
    ['few words', 'Lisbon, tower'],
    ['a word that other languages have too', 'Pod restarted, todo list updated. Van rental: gratis tickets.'],
  ])('%s', (_kind, text) => {
    expect(isEnglish(text)).toBe(true);
  });
});

describe('does not read as English', () => {
  it.each([
    ['German', 'Der Stift kostet in unserem Laden nur 8,75 € pro Stück.'],
    ['German without accents', 'Das Hotel hat 40 Zimmer und liegt direkt am Strand.'],
    ['French', 'La réunion aura lieu dans la grande salle le 5 mars.'],
    ['Spanish', 'No puedo responder a esa pregunta.'],
    ['Italian', 'Non posso rispondere a questa domanda.'],
    ['Portuguese without accents', 'Nao posso responder a essa pergunta.'],
    ['Dutch', 'Het pakket komt morgen aan.'],
    ['Swedish', 'Pennan kostar 49 kronor i vår butik.'],
    ['Polish without accents', 'Nie moge odpowiedziec na to pytanie.'],
    ['Turkish without accents', 'Paket yarin sabah teslim edilecek.'],
    ['Indonesian', 'Hotel ini memiliki 40 kamar dan kolam renang.'],
    ['Romanian', 'Nu pot raspunde la aceasta intrebare.'],
    ['Vietnamese without accents', 'Toi khong the tra loi cau hoi nay.'],
    ['Russian', 'Башню построили очень давно.'],
    [
      'a German document after English instructions',
      'You are a helpful assistant. Answer in English.\n' +
        'Der Stift kostet nur 8,75 € pro Stück. Die Lieferung dauert drei Tage und wird von Köln verschickt.',
    ],
    [
      'a long German document after long English instructions',
      `${'Answer the questions of the customers and be polite to them. '.repeat(100)}\n` +
        'Der Stift kostet nur 8,75 € pro Stück, und die Lieferung dauert drei Tage. '.repeat(100),
    ],
  ])('%s', (_language, text) => {
    expect(isEnglish(text)).toBe(false);
  });
});
