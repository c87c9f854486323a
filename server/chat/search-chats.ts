import { maskCardNumbers } from '#core/chat/text.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Searcher } from '#server/search/searcher.ts';
import { findThreads } from './office-store.ts';

/** Finds threads by text, e-mail or order number. */
export const chatSearcher = ({ db }: Pick<Deps, 'db'>): Searcher => ({
  entity: 'chats',
  needs: 'read_chat',
  isComplete: async () => await Promise.resolve(true),
  async find({ text }, { limit }) {
    if (text.length < 3) return [];
    return (await findThreads(db, text, limit)).map((row) => ({
      subject: row.id,
      title: row.about_order ?? row.order_email ?? row.user_email ?? row.email ?? row.id.slice(0, 8),
      detail: maskCardNumbers(row.last_text ?? '').slice(0, 80),
      found_in: [],
      status: null,
      amounts: [],
      at: toRfc3339(row.last_at.getTime()),
    }));
  },
});
