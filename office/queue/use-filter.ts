import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { FRONT } from '#office/format/spot.ts';
import { TYPED } from '#office/lists/typed.ts';
import { type QueueFilter, readFilter, writeFilter } from './use-orders.ts';

/** What is shown, as it stands in the address. */
export function useFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const change = useCallback(
    (part: Partial<QueueFilter>) => setSearch((before) => writeFilter({ ...readFilter(before), ...FRONT, ...part })),
    [setSearch],
  );
  const type = useCallback(
    (q: string) =>
      setSearch((before) => writeFilter({ ...readFilter(before), ...FRONT, q }), {
        replace: true,
        state: TYPED,
      }),
    [setSearch],
  );
  return { filter, change, type };
}
