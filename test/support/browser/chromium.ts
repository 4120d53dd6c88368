import { existsSync, writeFileSync } from 'node:fs';
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { owner } from '../owner';
import { readWorld } from './world';

/** Without a window it needs a fifth less processor time. */
const KNOWN_PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** @throws Error with instructions if there is no browser. */
export function requireChromium(): string {
  const { CHROMIUM_PATH } = process.env;
  const paths = CHROMIUM_PATH === undefined ? KNOWN_PATHS : [CHROMIUM_PATH];
  const path = paths.find(existsSync);
  if (path !== undefined) return path;
  throw new Error(
    `The browser tests need Chromium, and there is none at ${paths.join(' or ')}: ` +
      'install it (apt-get install chromium-headless-shell), or name one in CHROMIUM_PATH',
  );
}

/** Chromium logs these responses as errors, but forms show them at their fields, or they mean signed out. */
const expectedErrors = /^Failed to load resource: the server responded with a status of (401|422) /;

/** A browser for the tests of a file, with pages whose errors are collected. */
export class TestBrowser {
  private browser: Browser | null = null;
  /** Console errors, page errors and policy violations since the last `takeErrors`. */
  private errors: string[] = [];

  async start(): Promise<void> {
    // Containers provide neither the sandbox of Chromium nor a large /dev/shm.
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    this.browser = await chromium.launch({ executablePath: requireChromium(), args });
  }

  async stop(): Promise<void> {
    await this.browser?.close();
  }

  /** Opens a page with its own cookies, signed out. */
  async open(options: BrowserContextOptions = {}): Promise<Page> {
    if (this.browser === null) throw new Error('the browser has not started');
    const { url } = readWorld();
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      timezoneId: 'Europe/Lisbon',
      baseURL: url,
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => this.errors.push(String(error.stack)));
    page.on('console', (message) => {
      const isError = ['error', 'warning'].includes(message.type()) && !expectedErrors.test(message.text());
      if (isError) this.errors.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`)) this.errors.push(`left the origin: ${request.url()}`);
    });
    return page;
  }

  /** Opens a page, signed in as the owner, in the shared workspace: others may come and go. */
  async openSignedIn(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.open(options);
    const overview = `/w/${readWorld().workspaceId}/overview`;
    await page.goto(`/sign-in?to=${encodeURIComponent(overview)}`);
    await signIn(page);
    return page;
  }

  /** Returns and clears the collected errors. */
  takeErrors(): string[] {
    return this.errors.splice(0);
  }
}

/** Signs in as the owner and waits for the first page. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/w\//);
}

type Encoding = { format: 'png'; optimizeForSpeed: true } | { format: 'webp'; quality: number };

/** Saves what the window shows. The files of Playwright's own function are smaller, and take twice the time. */
export async function saveScreenshot(
  page: Page,
  path: string,
  encoding: Encoding = { format: 'png', optimizeForSpeed: true },
): Promise<void> {
  await withDebugger(page, async (session) => {
    const { data } = await session.send('Page.captureScreenshot', encoding);
    writeFileSync(path, data, 'base64');
  });
}

/** Runs a script through the debugger, which does not need a change of the content security policy. */
export function runAsDebugger<Result>(page: Page, expression: string): Promise<Result> {
  return withDebugger(page, async (session) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as Result;
  });
}

async function withDebugger<Result>(
  page: Page,
  work: (session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const session = await page.context().newCDPSession(page);
  try {
    return await work(session);
  } finally {
    await session.detach();
  }
}
