import { TestBrowser } from './chromium';

/** A browser for the tests of a file; a test fails if its pages have had errors. */
export function useBrowser(): TestBrowser {
  const browser = new TestBrowser();
  beforeAll(() => browser.start());
  afterEach(() => expect(browser.takeErrors()).toEqual([]));
  afterAll(() => browser.stop());
  return browser;
}
