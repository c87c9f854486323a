import { use, useCallback, useMemo } from 'react';
import { call, type CallResult, type InputOf } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { AskFresh } from './fresh-context.ts';

export type AccountCall = <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<CallResult<E>>;

/**
 * The calls of the account's pages. One that is refused for want of a fresh proof (`fresh_factor_required`) is made once more after
 * the proof was given over the page: whatever was typed stays.
 */
export function useAccountCall(): AccountCall {
  const { locale } = useWords();
  const transport = useMemo(() => browserTransport(locale), [locale]);
  const askFresh = use(AskFresh);
  return useCallback(
    async <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
      const first = await call(endpoint, input, transport);
      const isStale = !first.ok && first.errors[0]?.code === 'fresh_factor_required';
      return isStale && askFresh !== null && (await askFresh()) ? call(endpoint, input, transport) : first;
    },
    [transport, askFresh],
  );
}
