import { maskCardNumbers } from '#core/chat/text.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Searcher } from '#server/search/searcher.ts';
import { findThreads } from './office-store.ts';

/** Talks by what was said in them, by an e-mail, by the number of their order. */
export const chatSearcher = ({ db }: Pick<Deps, 'db'>): Searcher => ({
  noun: 'chats',
  needs: 'read_chat',
  isComplete: async () => await Promise.resolve(true),
  async find({ text }, { most }) {
    if (text.length < 3) return [];
    return (await findThreads(db, text, most)).map((row) => ({
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
