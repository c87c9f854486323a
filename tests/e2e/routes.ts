import type { Page, Route } from '@playwright/test';

type Handler = (route: Route) => unknown;

/**
 * Handles requests to `url` by the handler last set; none: they continue. The route stays until the page closes: when interception ends
 * while a request is in flight, that request can wait for ever.
 */
export async function switchedRoute(page: Page, url: string | RegExp): Promise<(handler?: Handler) => void> {
  let current: Handler | undefined;
  await page.route(url, async (route) => await (current === undefined ? route.continue() : current(route)));
  return (handler) => (current = handler);
}

/** Holds back requests to `url` until the returned function is called. */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
