import { type BrowserContext, type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';

/** Refusals are expected responses: the browser logs them as failed loads. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/;

export interface Guard {
  /** A console message that this test causes on purpose. */
  allow(complaint: RegExp): void;
}

interface Fixtures {
  readonly guard: Guard & { readonly watch: (context: BrowserContext) => void };
  /** Another user's browser, watched like the first. */
  readonly openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
}

/** Every page of every test is watched: an uncaught error, a console error or a policy violation fails the test. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
  guard: async ({}, use) => {
    const complaints: string[] = [];
    const allowed: RegExp[] = [REFUSAL];
    await use({
      allow: (complaint) => allowed.push(complaint),
      watch: (context) => {
        context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().stack ?? error.error().message}`));
        context.on('console', (message) => {
          if (message.type() === 'error') complaints.push(message.text());
        });
      },
    });
    expect(complaints.filter((complaint) => !allowed.some((one) => one.test(complaint)))).toEqual([]);
  },
  context: async ({ context, guard }, use) => {
    guard.watch(context);
    await use(context);
  },
  openContext: async ({ browser, guard, contextOptions, baseURL, colorScheme }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL === undefined ? {} : { baseURL }),
        colorScheme,
        ...options,
      });
      guard.watch(context);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

export { expect, type Page };

/** Waits until React has hydrated the page. */
export async function untilRunning(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'));
  });
}
