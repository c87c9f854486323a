import { useQuery } from '@tanstack/react-query';
import { officeListWork } from '#contract/office/orders/work.ts';
import type { LaneName } from '#core/staff/work.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';

/** Fallback: the live stream says when work has changed. */
const POLL_MS = 30_000;

export interface LaneCount {
  readonly count: number;
  readonly late: number;
}

export interface Calling {
  /** Work waiting for this operator, by lane. */
  readonly lanes: Readonly<Partial<Record<LaneName, LaneCount>>>;
  /** How many different things should be seen now. */
  readonly calling: number;
}

const NOTHING: Calling = { lanes: {}, calling: 0 };

/** Work waiting for this operator, of all screens. */
export function useCalling(): Calling {
  const api = useApi();
  const work = useQuery({
    queryKey: keys.work(),
    queryFn: async ({ signal }): Promise<Calling> => {
      const { data, meta } = await api(officeListWork, { signal });
      return { lanes: Object.fromEntries(data.map(({ id, attributes }) => [id, attributes])), calling: Number(meta['calling'] ?? 0) };
    },
    refetchInterval: POLL_MS,
  });
  return work.data ?? NOTHING;
}
