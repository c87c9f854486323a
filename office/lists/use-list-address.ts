import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { FIRST_PAGE, pageQuery } from '#office/format/page-position.ts';
import { type ListAddress, readAddress, writeAddress } from './list-address.ts';
import { TYPED } from './use-search-text.ts';

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
