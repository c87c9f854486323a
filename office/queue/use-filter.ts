import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { FIRST_PAGE } from '#office/format/page-position.ts';
import { TYPED } from '#office/lists/use-search-text.ts';
import { type QueueFilter, readFilter, writeFilter } from './use-orders.ts';

/** The queue's filter, stored in the address. */
export function useFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const change = useCallback(
    (part: Partial<QueueFilter>) => setSearch((before) => writeFilter({ ...readFilter(before), ...FIRST_PAGE, ...part })),
    [setSearch],
  );
  const type = useCallback(
    (q: string) =>
      setSearch((before) => writeFilter({ ...readFilter(before), ...FIRST_PAGE, q }), {
        replace: true,
        state: TYPED,
      }),
    [setSearch],
  );
  return { filter, change, type };
}
