import { matchesQuery } from '#core/payment-system/search.ts';
import { PAYMENT_SYSTEM_KINDS, type PaymentSystemKind } from '#core/payment-system/payment-system.ts';
import { gettable, givable, type Pair, type System } from '#web/exchange/systems.ts';

/** What somebody looks for among all exchanges; empty and null: anything. */
export interface Sought {
  readonly text: string;
  readonly kind: PaymentSystemKind | null;
  readonly currency: string | null;
  readonly page: number;
}

/** So many words say what is meant. */
const MOST_WORDS = 8;
const LONGEST_TEXT = 80;
/** So many exchanges stand on one page. */
export const PAIRS_PER_PAGE = 60;

const isKind = (text: string): text is PaymentSystemKind => (PAYMENT_SYSTEM_KINDS as readonly string[]).includes(text);

/** What an address looks for; what is no choice of the page is none. */
export function soughtIn(query: URLSearchParams): Sought {
  const kind = query.get('kind') ?? '';
  const currency = query.get('currency') ?? '';
  const page = query.get('page') ?? '';
  return {
    text: (query.get('q') ?? '').trim().slice(0, LONGEST_TEXT),
    kind: isKind(kind) ? kind : null,
    currency: /^[A-Z0-9]{2,12}$/.test(currency) ? currency : null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** The query of another page of the same search. */
export function queryOf({ text, kind, currency }: Sought, page: number): string {
  const query = new URLSearchParams({
    ...(text === '' ? {} : { q: text }),
    ...(kind === null ? {} : { kind }),
    ...(currency === null ? {} : { currency }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return query.size === 0 ? '' : `?${query}`;
}

const textsOf = ({ name, id, currency_iso_code, network, aliases }: System): readonly string[] => [
  name,
  id,
  currency_iso_code,
  ...(network === null ? [] : [network]),
  ...aliases,
];

const wordsIn = (text: string): readonly string[] =>
  text
    .split(/[\s>/→,]+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

/** The payment systems that a search means: any of its words, its kind and its currency. */
export function findSystems(systems: readonly System[], { text, kind, currency }: Sought): readonly System[] {
  const words = wordsIn(text);
  return systems.filter(
    (system) =>
      (words.length === 0 || words.some((word) => matchesQuery(textsOf(system), word))) &&
      (kind === null || system.kind === kind) &&
      (currency === null || system.currency_iso_code === currency),
  );
}

/** Every exchange that is open and sought. A word may mean either side, a kind and a currency too; each system is looked at once for each word. */
export function findPairs(systems: readonly System[], { text, kind, currency }: Sought): readonly Pair[] {
  const words = wordsIn(text);
  const meant = words.map((word) => new Set(systems.filter((system) => matchesQuery(textsOf(system), word)).map(({ id }) => id)));
  const isSought = ({ from, to }: Pair): boolean =>
    meant.every((ids) => ids.has(from.id) || ids.has(to.id)) &&
    (kind === null || from.kind === kind || to.kind === kind) &&
    (currency === null || from.currency_iso_code === currency || to.currency_iso_code === currency);
  return givable(systems).flatMap((from) =>
    gettable(systems, from)
      .map((to): Pair => ({ from, to }))
      .filter(isSought),
  );
}
