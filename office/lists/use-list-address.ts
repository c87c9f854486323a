import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { FRONT, spotQuery } from '#office/format/spot.ts';
import { type ListAddress, readAddress, writeAddress } from './list-address.ts';
import { TYPED } from './typed.ts';

export interface UsedAddress {
  readonly address: ListAddress;
  /** Another choice begins at the front; a change that names a page goes there. */
  readonly change: (part: Partial<ListAddress>) => void;
  /** The search text, while it is typed: it adds nothing to "back". */
  readonly type: (q: string) => void;
  /** What every list of the API is asked with, besides its own filters. */
  readonly query: { readonly q?: string } & ReturnType<typeof spotQuery>;
}

/**
 * Takes a search and its filters away, where any narrows the list; undefined: all of it is shown. `views`: filters that choose which
 * list it is, told by a text of its own, and stay.
 */
export function clearing({ address, change }: UsedAddress, views: readonly string[] = []): (() => void) | undefined {
  const kept = Object.entries(address.filters).filter(([name]) => views.includes(name));
  if (address.q === '' && kept.length === Object.keys(address.filters).length) return undefined;
  return () => change({ q: '', filters: Object.fromEntries(kept) });
}

/** A list's choice in the address. `names`: its own filters; must keep its identity. */
export function useListAddress(names: readonly string[]): UsedAddress {
  const [search, setSearch] = useSearchParams();
  const address = useMemo(() => readAddress(search, names), [search, names]);
  const change = useCallback(
    (part: Partial<ListAddress>) => setSearch((before) => writeAddress({ ...readAddress(before, names), ...FRONT, ...part })),
    [setSearch, names],
  );
  const type = useCallback(
    (q: string) => setSearch((before) => writeAddress({ ...readAddress(before, names), ...FRONT, q }), { replace: true, state: TYPED }),
    [setSearch, names],
  );
  const query = { ...spotQuery(address), ...(address.q === '' ? {} : { q: address.q }) };
  return { address, change, type, query };
}
