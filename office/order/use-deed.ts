import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { keys } from '#office/api/keys.ts';
import { type Api, statusOf, useApi } from '#office/api/use-api.ts';
import type { Lease } from './use-lease.ts';

export interface Deed {
  /** The call, with the key that makes it once. A text that it gives is said instead of `said`. */
  readonly call: (api: Api, idempotencyKey: string) => Promise<unknown>;
  /** What to say when it is done. */
  readonly said: string;
}

/**
 * Does something about an order once: the key stays until the server has answered, so that pressing again repeats nothing. With a
 * lease the order is taken first, so that nobody acts on what another works on; not getting it is the lease's own message.
 */
export function useDeed(id: string, lease?: Lease) {
  const api = useApi();
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async ({ call, said }: Deed): Promise<boolean> => {
      if (lease !== undefined && !lease.isMine && !(await lease.claim())) return false;
      key.current ??= crypto.randomUUID();
      const told = await call(api, key.current);
      // Said when the screen shows it: the next deed goes on from the version that this one made
      await queries.invalidateQueries({ queryKey: keys.order(id) });
      notifications.show({ message: typeof told === 'string' ? told : said });
      return true;
    },
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      if (error !== null) void queries.invalidateQueries({ queryKey: keys.order(id) });
      void queries.invalidateQueries({ queryKey: keys.lists() });
      void queries.invalidateQueries({ queryKey: keys.approvals() });
    },
  });
}
