import { minCpuMs } from '../../../../test/support/cpu-time';
import { checkNames } from '../../checks/check-names';
import { indexEvidence } from '../../evidence/evidence';

it('takes time that grows with the length of a name', async () => {
  const evidence = indexEvidence('It is sold in the United States only.');
  const reply = `He saw ${'USA '.repeat(64_000)}`;

  expect(await minCpuMs(() => checkNames(reply, evidence), 500)).toBeLessThan(500);
});
