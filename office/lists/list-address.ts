import type { PagePosition } from '#office/format/page-position.ts';

/** The part of a list that is shown, as stored in the address. */
export interface ListAddress extends PagePosition {
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
