import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { runAsDebugger } from './chromium';

/** Returns the serious and critical violations that axe finds, with their elements. */
export async function findViolations(page: Page): Promise<string[]> {
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
