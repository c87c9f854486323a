import { DatabaseUnavailable } from '#server/platform/db/unavailable.ts';
import type { Log } from '#server/platform/log.ts';

/** Processes items one by one; an error of one item is logged and the others continue. */
export async function forEachIsolated<Item>(log: Log, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      // An unavailable database affects every item
      if (error instanceof DatabaseUnavailable) throw error;
      log.error({ error, item }, 'item_failed');
    }
  }
}
