import { findCronProblem } from '../../../../src/experiments/schedules/cron';

it.each([
  '* * * * *',
  '0 2 * * *',
  '*/15 0-6,22 1,15 jan-mar *',
  '5 4 * * MON-FRI',
  '0-30/10 0 31 12 *',
  '0 0 * * 6',
])('accepts %s', (cron) => {
  expect(findCronProblem(cron)).toBeNull();
});

it.each([
  ['@daily', 'five fields'],
  ['0 0 2 * * *', 'five fields'],
  ['0  2 * * *', 'five fields'],
  ['60 2 * * *', 'minute'],
  ['0 24 * * *', 'hour'],
  ['0 0 0 * *', 'day of month'],
  ['0 0 * FOO *', 'month'],
  ['0 0 * * 7', 'day of week'],
  ['0 5-2 * * *', 'hour'],
  ['5/10 * * * *', 'minute'],
  ['*/0 * * * *', 'minute'],
  ['1,, * * * *', 'minute'],
  ['0 0 1 * MON', 'not both'],
  ['', 'five fields'],
])('rejects %s, naming the %s', (cron, problem) => {
  expect(findCronProblem(cron)).toContain(problem);
});
