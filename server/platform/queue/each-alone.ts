import { DatabaseAway } from '#server/platform/db/away.ts';
import type { Log } from '#server/platform/log.ts';

/** Works through items one after the other; a fault in one is logged and reported and never keeps the others from their turn. */
export async function eachAlone<Item>(log: Log, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      // Weather hits every item alike
      if (error instanceof DatabaseAway) throw error;
      log.error({ error, item }, 'item_failed');
    }
  }
}
