import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { runAsDebugger } from './chromium';

/** What axe calls serious or critical, with the elements that it is about. */
export async function findBarriers(page: Page): Promise<string[]> {
  await runAsDebugger(page, `${axe.source}; undefined`);
  const { violations } = await runAsDebugger<Pick<AxeResults, 'violations'>>(
    page,
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))",
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
}
