import { isEnglish } from '../../../src/evaluators/grounding/language';

it.each([
  ['sentences', 'The tower was built in 1887 and it is open to all of the visitors.', true],
  [
    'sentences around code',
    'Run this in the shell of your choice:\n```js\nconst tower = openTower(9);\n```',
    true,
  ],
  ['Spanish', 'La torre fue construida por un alcalde muy rico de la ciudad vieja.', false],
  ['Russian', 'Башню построили очень давно.', false],
  ['a table', '| tower | height |\n|---|---|\n| harbor tower old | sixty two metres tall |', null],
  ['JSON', '{"name": "harbor tower", "kind": "tall brick building, stone windows"}', null],
  ['a program', 'const tower = openTower(nine, ten, eleven);\nreturn tower.height(metres, rounded);', null],
  ['a list of short items', '- milk\n- rye bread\n- sea salt\n- olive oil\n- eggs\n- dry yeast', null],
  ['few words', 'Lisbon, tower', null],
])('%s', (_kind, text, expected) => {
  expect(isEnglish(text)).toBe(expected);
});
