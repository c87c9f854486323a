import type { Deps } from '#server/deps.ts';
import { findOrderNews } from '#server/orders/find-news.ts';
import { mergedLetter } from './merged-letter.ts';
import { orderLetter, type OrderNews } from './order-letter.ts';
import { type LetterText, readable } from './sealed-letter.ts';
import type { News } from './store.ts';

export interface Written {
  readonly letter: LetterText;
  readonly locale: string;
  /** Message-ID: the same letter written again has the same one, so that the receiver can tell. */
  readonly id: string;
  readonly to: string;
  readonly told: readonly News[];
}

/** Writes the letter about one order, or about several at once, from their newest states; undefined when there is nothing to tell. */
export async function writeLetter(
  deps: Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'settings' | 't'>,
  told: readonly News[],
): Promise<Written | undefined> {
  const found = await Promise.all(
    told.map(async ({ orderId, status }): Promise<OrderNews | undefined> => {
      const news = await findOrderNews(deps.db, orderId);
      return news && { ...news, status };
    }),
  );
  const all = found.filter((news) => news !== undefined);
  const [first] = all;
  if (first === undefined) return undefined;
  const names = told.map(({ orderId, version }) => `${orderId}.${version}`);
  const id = names.length === 1 ? `${names[0]}` : `m.${deps.secrets.fingerprint(names.join()).toString('hex').slice(0, 32)}`;
  const letter = all.length === 1 ? orderLetter(deps, first) : mergedLetter(deps, all);
  return { letter: readable(letter), locale: letter.locale, id, to: first.order.email, told };
}
