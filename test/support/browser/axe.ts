import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { runAsDebugger } from './chromium';

/** The rules that depend on colors. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns the serious and critical violations of the rules, by default all, that axe finds, with their elements. */
export async function findViolations(page: Page, rules: string[] | null = null): Promise<string[]> {
  // Once in each document: axe is large.
  if (!(await runAsDebugger<boolean>(page, "typeof axe === 'object'")))
    await runAsDebugger(page, `${axe.source}; undefined`);
  const options = {
    resultTypes: ['violations'],
    ...(rules === null ? { rules: { 'target-size': { enabled: true } } } : { runOnly: rules }),
  };
  const { violations } = await runAsDebugger<Pick<AxeResults, 'violations'>>(
    page,
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
}
