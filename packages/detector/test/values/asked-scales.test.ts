import { isOnScale, scanAskedScales } from '../../values/asked-scales';

describe('a scale that a request sets', () => {
  it.each([
    ['Return JSON with a label and a probability between 0 and 1.', '{"label":"spam","probability":', 0.87],
    ['Rate the urgency from 1 to 5.', 'Urgency: ', 4],
    ['Finish with exactly one line and output RISK: <1-10>', 'RISK: ', 7],
    ['Grade the essay. Give a grade (0–100).', 'The **grade** is ', 72],
  ])('is that of a value with its name: %s', (request, before, value) => {
    expect(isOnScale(value, before, scanAskedScales(request))).toBe(true);
  });

  it.each([
    ['beyond its end', 'Rate the urgency from 1 to 5.', 'Urgency: ', 6],
    ['of something else', 'Rate the urgency from 1 to 5.', 'Items: ', 4],
    ['that was not asked for', 'The urgency was between 1 and 5 last year.', 'Urgency: ', 4],
    ['of a period', 'Return the sales from 2019 to 2023.', 'Sales: ', 2021],
  ])('is not that of a value %s', (_, request, before, value) => {
    expect(isOnScale(value, before, scanAskedScales(request))).toBe(false);
  });
});
