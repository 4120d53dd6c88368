import { startCpuClock } from '../../../../test/support/cpu-time';
import { checkValues } from '../../checks/check-values';
import { indexEvidence } from '../../evidence/evidence';
import { readNumbers } from '../../values/numbers';

it('works out numbers among half a million in little time', () => {
  const check = (source: string, reply: string) => checkValues(readNumbers(reply), indexEvidence(source));
  const cpuMs = startCpuClock();

  check('There are 7.', '7 '.repeat(500_000) + 'so 12345 7 '.repeat(300));
  check('7 8 9 '.repeat(200_000), 'so 12345 in total. '.repeat(300));

  expect(cpuMs()).toBeLessThan(10_000);
});
