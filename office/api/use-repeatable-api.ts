import { useCallback, useRef } from 'react';
import type { InputOf } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Api, useApi } from './use-api.ts';
import { mayHaveHappened, takesIdempotencyKey } from './idempotency.ts';

/**
 * The server's calls, each command with an idempotency key: made at the first try and kept until it is known what came of it, so that a
 * repetition after a lost answer never happens twice.
 */
export function useRepeatableApi(): Api {
  const api = useApi();
  /** Keys of the calls whose outcome is not known, by endpoint and address. */
  const openKeys = useRef(new Map<string, string>());
  return useCallback(
    async <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
      if (!takesIdempotencyKey(endpoint)) return await api(endpoint, input);
      const open = openKeys.current;
      const call = JSON.stringify([endpoint.name, input.params, input.query]);
      const idempotencyKey = open.get(call) ?? crypto.randomUUID();
      open.set(call, idempotencyKey);
      try {
        const answer = await api(endpoint, { ...input, idempotencyKey });
        open.delete(call);
        return answer;
      } catch (error) {
        if (!mayHaveHappened(error)) open.delete(call);
        throw error;
      }
    },
    [api],
  );
}
