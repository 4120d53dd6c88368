import type { Locator, Page } from 'playwright-core';
import type { World } from './world';

export interface PageCase {
  name: string;
  path: string;
  /** Interaction before the screenshot. */
  act?: (page: Page) => Promise<void>;
}

/** Every page of the dashboard, in each state that looks different. */
export function listPages(world: World): PageCase[] {
  const filter = (text: string) => encodeURIComponent(text);
  const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
  const pages: PageCase[] = [
    { name: 'overview', path: 'overview?range=30d' },
    { name: 'overview-table', path: 'overview?range=30d&view=table&tool=create_shipment' },
    { name: 'overview-breakdown', path: 'overview?range=30d&more=prompt_version&measure=tokens' },
    { name: 'overview-tag', path: 'overview?range=30d&more=tag:kind' },
    { name: 'prompt', path: 'prompts/v2?range=30d' },
    { name: 'overview-bad-filter', path: `overview?filter=${filter('role = robot')}` },
    { name: 'conversations', path: 'conversations' },
    { name: 'conversations-found', path: `conversations?search=order&filter=${filter('issue_count > 0')}` },
    { name: 'conversations-selected', path: 'conversations', act: selectPage },
    { name: 'conversations-none', path: 'conversations?tag=no%3Asuch' },
    {
      name: 'conversation',
      path: `conversations/${world.flaggedCallId}?issue=1`,
      act: (page) => page.locator('[data-segment]').first().hover(),
    },
    {
      name: 'conversation-evidence',
      path: `conversations/${world.flaggedId}?issue=1`,
      act: press('Show evidence'),
    },
    { name: 'ingestion', path: 'ingestion' },
    { name: 'findings', path: 'findings' },
    { name: 'findings-bad-filter', path: `findings?filter=${filter('verdict = completed')}` },
    { name: 'findings-none', path: `findings?filter=${filter('text:"no such text"')}` },
    { name: 'sets', path: 'sets' },
    { name: 'sets-new', path: 'sets?create=1' },
    { name: 'set', path: `sets/${world.setId}` },
    { name: 'review', path: 'review' },
    { name: 'review-new', path: 'review?create=1' },
    { name: 'review-findings', path: `review?filter=${filter('tool_name:*')}` },
    { name: 'review-edit', path: 'review?filter=', act: press('Edit span') },
    { name: 'review-groups', path: 'review?filter=', act: press('Groups') },
    { name: 'review-keys', path: 'review?filter=', act: press('Help') },
    { name: 'review-conversation', path: `review?conversation=${world.flaggedId}` },
    { name: 'experiments', path: 'experiments' },
    { name: 'experiments-new', path: 'experiments?create=1' },
    { name: 'schedules', path: 'experiments/schedules' },
    { name: 'schedules-new', path: 'experiments/schedules?create=1' },
    { name: 'schedule', path: `experiments/schedules/${world.scheduleId}` },
    { name: 'experiment', path: `experiments/${world.extractiveId}` },
    { name: 'experiment-items', path: `experiments/${world.extractiveId}?tab=items` },
    {
      name: 'experiment-item',
      path: `experiments/${world.extractiveId}?tab=items&sort=-issues`,
      act: openFirstItem,
    },
    { name: 'experiment-compare', path: `experiments/${world.extractiveId}?do=compare` },
    { name: 'experiment-again', path: `experiments/${world.extractiveId}?do=again`, act: estimateCost },
    { name: 'experiment-settings', path: `experiments/${world.extractiveId}?tab=settings` },
    { name: 'comparison', path: `experiments/${world.extractiveId}/compare/${world.recordedId}` },
    { name: 'optimization-runs', path: 'optimization-runs' },
    { name: 'optimization-run', path: `optimization-runs/${world.runId}` },
    { name: 'optimization-run-open', path: `optimization-runs/${world.openRunId}` },
    { name: 'settings-api-keys', path: 'settings?tab=api-keys' },
    { name: 'settings-new-key', path: 'settings?tab=api-keys', act: press('New API key') },
    { name: 'settings-created-key', path: 'settings?tab=api-keys', act: createKey },
    ...['workspace', 'members', 'evaluators', 'issue-config', 'calibration'].map((tab) => ({
      name: `settings-${tab}`,
      path: `settings?tab=${tab}`,
    })),
    {
      name: 'settings-uncovered-kinds',
      path: 'settings?tab=issue-config',
      act: press('Remove label 1, fabrication'),
    },
    { name: 'settings-invite', path: 'settings?tab=members', act: press('Invite') },
    { name: 'settings-remove-member', path: 'settings?tab=members', act: openRemoveDialog },
    { name: 'account', path: 'account' },
    { name: 'account-delete', path: 'account', act: press('Delete account') },
    { name: 'not-found', path: 'no-such-page' },
  ];
  const ofWorkspace = pages.map((one) => ({ ...one, path: `/w/${world.workspaceId}/${one.path}` }));
  return [...ofWorkspace, { name: 'invite', path: `/invite#token=${world.invitationToken}` }];
}

async function selectPage(page: Page): Promise<void> {
  await page.getByLabel('Select all conversations on this page').click();
}

async function createKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('page check');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).waitFor();
}

async function openRemoveDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Remove Grace' }).click();
  await page.getByText('nightly import').waitFor();
}

async function estimateCost(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Model', { exact: true }).fill('gpt-4o-mini');
  await dialog.getByLabel('Cost limit (US$)').fill('0.0001');
  const estimate = dialog.getByText(/^Estimated cost: (?!\$0\.00$)/);
  await estimate.waitFor();
  await dialog.locator('[role=status][aria-busy=false]').waitFor();
  await estimate.scrollIntoViewIfNeeded();
}

async function openFirstItem(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Items' }).locator('tbody th').first().getByRole('button').click();
  await page.getByRole('link', { name: 'Open conversation' }).waitFor();
}

/**
 * Waits until the network is idle after loading a document. Does not wait after navigation within the
 * dashboard: the browser reports an idle network once per document.
 */
export async function waitForIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('main, h1').first().waitFor();
}

/** Waits until a dialog has the focus, which it takes after it is shown: keys pressed before go to what is below it. */
export async function waitForFocus(dialog: Locator): Promise<void> {
  await dialog.and(dialog.page().locator(':focus-within')).waitFor();
}

const CALM_FRAMES = 3;
const MAX_FRAMES = 120;

/**
 * Waits until a changed theme has reached all elements: each inherits its color a frame after its parent, and charts
 * are drawn again. After 120 frames, continues in spite of animations that never end.
 */
export async function waitForColors(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let [calm, frames] = [0, 0];
    const look = () => {
      frames += 1;
      calm = document.getAnimations().length === 0 ? calm + 1 : 0;
      if (calm === ${CALM_FRAMES} || frames === ${MAX_FRAMES}) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);
}
