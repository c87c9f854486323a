import { matchesQuery } from '#core/payment-system/search.ts';
import { PAYMENT_SYSTEM_KINDS, type PaymentSystemKind } from '#core/payment-system/payment-system.ts';
import { outcomeSystemsFor, incomeSystems, type Pair, type System } from '#web/catalogue/systems.ts';

/** A search in the directory; empty and null match everything. */
export interface PairQuery {
  readonly text: string;
  readonly kind: PaymentSystemKind | null;
  readonly currency: string | null;
  readonly page: number;
}

/** Further words of a search are ignored. */
const MAX_WORDS = 8;
const MAX_TEXT_LENGTH = 80;
/** Exchanges per page. */
export const PAIRS_PER_PAGE = 60;

const isKind = (text: string): text is PaymentSystemKind => (PAYMENT_SYSTEM_KINDS as readonly string[]).includes(text);

/** Reads the search of an address; values that the page does not offer are ignored. */
export function pairQueryIn(query: URLSearchParams): PairQuery {
  const kind = query.get('kind') ?? '';
  const currency = query.get('currency') ?? '';
  const page = query.get('page') ?? '';
  return {
    text: (query.get('q') ?? '').trim().slice(0, MAX_TEXT_LENGTH),
    kind: isKind(kind) ? kind : null,
    currency: /^[A-Z0-9]{2,12}$/.test(currency) ? currency : null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** Query string of a page of a search. */
export function queryOf({ text, kind, currency }: PairQuery, page: number): string {
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
    .slice(0, MAX_WORDS);

/** Payment systems that match any word, the kind and the currency. */
export function findSystems(systems: readonly System[], { text, kind, currency }: PairQuery): readonly System[] {
  const words = wordsIn(text);
  return systems.filter(
    (system) =>
      (words.length === 0 || words.some((word) => matchesQuery(textsOf(system), word))) &&
      (kind === null || system.kind === kind) &&
      (currency === null || system.currency_iso_code === currency),
  );
}

/** Open exchanges that match. A word, the kind and the currency may match either side; each system is matched once per word. */
export function findPairs(systems: readonly System[], { text, kind, currency }: PairQuery): readonly Pair[] {
  const words = wordsIn(text);
  const idsByWord = words.map((word) => new Set(systems.filter((system) => matchesQuery(textsOf(system), word)).map(({ id }) => id)));
  const matches = ({ from, to }: Pair): boolean =>
    idsByWord.every((ids) => ids.has(from.id) || ids.has(to.id)) &&
    (kind === null || from.kind === kind || to.kind === kind) &&
    (currency === null || from.currency_iso_code === currency || to.currency_iso_code === currency);
  return incomeSystems(systems).flatMap((from) =>
    outcomeSystemsFor(systems, from)
      .map((to): Pair => ({ from, to }))
      .filter(matches),
  );
}
