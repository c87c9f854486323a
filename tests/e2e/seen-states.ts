import type { Page } from './page-test.ts';
import type { Status } from './order.ts';

export interface SeenState {
  readonly status: Status;
  /** When the page showed it; epoch ms of this machine, which is also the server's. */
  readonly at: number;
}

/** Records inside the page when each state is first shown. A reload would lose the record, so it also proves that there was none. */
export async function watchStates(page: Page): Promise<{ readonly read: () => Promise<SeenState[]> }> {
  await page.evaluate(() => {
    const seen: { status: string; at: number }[] = [];
    const look = () => {
      const status = document.querySelector<HTMLElement>('h1[data-status]')?.dataset['status'] ?? '';
      if (status !== seen.at(-1)?.status) seen.push({ status, at: Date.now() });
    };
    look();
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-status'] });
    Object.assign(globalThis, { seenStates: seen });
  });
  return { read: () => page.evaluate(() => (globalThis as unknown as { seenStates: SeenState[] }).seenStates) };
}
