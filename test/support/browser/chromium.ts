import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { owner } from '../api';
import { readWorld } from './world';

/** @throws Error that says how to get a browser when there is none. */
export function requireChromium(): string {
  const path = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (existsSync(path)) return path;
  throw new Error(
    `The browser tests need Chromium, and there is none at ${path}: ` +
      'install it (apt-get install chromium), or name one in CHROMIUM_PATH',
  );
}

/** Chromium's note of an answer that a form shows at its fields, or that says that nobody is signed in. */
const refusal = /^Failed to load resource: the server responded with a status of (401|422) /;

/** Gives the tests of a file a browser, and pages that keep what went wrong in them. */
export class TestBrowser {
  private browser: Browser | null = null;
  /** What consoles, pages and their policies complained about since the last `takeComplaints`. */
  private complaints: string[] = [];

  async start(): Promise<void> {
    // Containers give Chromium neither a sandbox of its own nor a large /dev/shm.
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    this.browser = await chromium.launch({ executablePath: requireChromium(), args });
  }

  async stop(): Promise<void> {
    await this.browser?.close();
  }

  /** A page with its own cookies, on which nobody has signed in. */
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
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => this.complaints.push(String(error.stack)));
    page.on('console', (message) => {
      const isComplaint = ['error', 'warning'].includes(message.type()) && !refusal.test(message.text());
      if (isComplaint) this.complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`)) this.complaints.push(`left the origin: ${request.url()}`);
    });
    return page;
  }

  /** A page on which the owner has signed in. */
  async openSignedIn(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.open(options);
    await page.goto('/sign-in');
    await signIn(page);
    return page;
  }

  /** What went wrong since the last call, or since the start. */
  takeComplaints(): string[] {
    return this.complaints.splice(0);
  }
}

/** Signs in as the owner and waits for the first page. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/w\//);
}

/** Runs a script in the page as a debugger does, so that the page's policy is left as it is. */
export async function runAsDebugger<Result>(page: Page, expression: string): Promise<Result> {
  const session = await page.context().newCDPSession(page);
  try {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as Result;
  } finally {
    await session.detach();
  }
}
