import { useCallback, useEffect, useMemo, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { FIRST_PAGE, type PagePosition, pageQuery } from '#office/format/paging.ts';

/** The part of a list that is shown, as stored in the address. */
interface ListAddress extends PagePosition {
  readonly q: string;
  /** Key of the sorted column, with a minus where it descends; undefined: as the list itself is sorted. */
  readonly sort: string | undefined;
  /** Chosen filters by name; what is not chosen is absent. */
  readonly filters: Readonly<Record<string, string>>;
}

/** Reads a list's filters; other parameters are ignored. */
export function readAddress(search: URLSearchParams, names: readonly string[]): ListAddress {
  return {
    q: search.get('q') ?? '',
    sort: search.get('sort') ?? undefined,
    filters: Object.fromEntries(
      names.flatMap((name) => {
        const value = search.get(name);
        return value === null || value === '' ? [] : [[name, value]];
      }),
    ),
    page: Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1),
    after: search.get('after') ?? undefined,
    before: search.get('before') ?? undefined,
  };
}

/** The shortest equivalent address. */
export function writeAddress({ q, sort, filters, page, after, before }: ListAddress): URLSearchParams {
  const params = { q, sort, ...filters, page: page > 1 ? String(page) : undefined, after, before };
  return new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  );
}

/** The sort after a click on a column header: ascending, descending, the list's default. */
export const nextSort = (now: string | undefined, key: string): string | undefined =>
  now === key ? `-${key}` : now === `-${key}` ? undefined : key;

const TYPING_PAUSE_MS = 200;

/** Marks an address that was written by typing. */
export const TYPED = { isTyped: true } as const;

const isTyped = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isTyped' in state;

export interface SearchText {
  /** The field's text. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Searches at once, without waiting for the pause. */
  readonly settle: (text: string) => void;
}

/**
 * The text of a search field. The address follows after a pause. The text follows the address only when that was changed elsewhere ("back",
 * a view chosen by key).
 */
export function useSearchText(q: string, onType: (q: string) => void): SearchText {
  const { key, state } = useLocation();
  const navigation = useNavigationType();
  const [text, setText] = useState(q);
  const [locationKey, setLocationKey] = useState(key);
  if (locationKey !== key) {
    setLocationKey(key);
    if (navigation === NavigationType.Pop || !isTyped(state)) setText(q);
  }
  const trimmed = text.trim();
  useEffect(() => {
    if (trimmed === q) return undefined;
    const pause = setTimeout(() => onType(trimmed), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [trimmed, q, onType]);
  const settle = (now: string) => {
    setText(now);
    if (now.trim() !== q) onType(now.trim());
  };
  return { text, setText, settle };
}

export interface ListAddressState {
  readonly address: ListAddress;
  /** Goes to the first page unless `part` names one. */
  readonly change: (part: Partial<ListAddress>) => void;
  /** The search text, while it is typed: it adds nothing to "back". */
  readonly type: (q: string) => void;
  /** Query of every list of the API, besides its own filters. */
  readonly query: { readonly q?: string } & ReturnType<typeof pageQuery>;
}

/**
 * Clears the search and filters; undefined where the list is not narrowed. `views`: filters that choose which
 * list it is, and stay.
 */
export function clearFilters({ address, change }: ListAddressState, views: readonly string[] = []): (() => void) | undefined {
  const viewFilters = Object.entries(address.filters).filter(([name]) => views.includes(name));
  if (address.q === '' && viewFilters.length === Object.keys(address.filters).length) return undefined;
  return () => change({ q: '', filters: Object.fromEntries(viewFilters) });
}

/** A list's filters in the address. `names`: its filters; must keep its identity. */
export function useListAddress(names: readonly string[]): ListAddressState {
  const [search, setSearch] = useSearchParams();
  const address = useMemo(() => readAddress(search, names), [search, names]);
  const change = useCallback(
    (part: Partial<ListAddress>) => setSearch((before) => writeAddress({ ...readAddress(before, names), ...FIRST_PAGE, ...part })),
    [setSearch, names],
  );
  const type = useCallback(
    (q: string) =>
      setSearch((before) => writeAddress({ ...readAddress(before, names), ...FIRST_PAGE, q }), { replace: true, state: TYPED }),
    [setSearch, names],
  );
  const query = { ...pageQuery(address), ...(address.q === '' ? {} : { q: address.q }) };
  return { address, change, type, query };
}
