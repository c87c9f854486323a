import { useQuery } from '@tanstack/react-query';
import { officeGetOpening } from '#contract/office/shop/opening.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';

/** Other screens change what is missing, and prices come by themselves. */
const LOOK_EVERY_MS = 5_000;

/** Where the shop stands on its way to its opening. */
export function useOpening() {
  const api = useApi();
  return useQuery({
    queryKey: keys.opening(),
    queryFn: ({ signal }) => api(officeGetOpening, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
}
