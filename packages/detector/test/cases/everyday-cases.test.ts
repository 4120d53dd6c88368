import { isRight, readCases } from '../../bench/everyday/everyday-case';

const cases = readCases('test/cases/everyday.jsonl');

it.each(cases.filter((one) => !one.is_missed))('judges $kind: $name', (one) => {
  expect(isRight(one)).toBe(true);
});

it.failing.each(cases.filter((one) => one.is_missed))('does not judge yet $kind: $name', (one) => {
  expect(isRight(one)).toBe(true);
});
