import { useCallback, useContext, useMemo } from 'react';
import { type Answer, call, type InputOf } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { FreshFactorContext } from './fresh-factor-context.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CallFailure } from './call-failure.ts';
import { transportOf } from './transport.ts';

export type Api = <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<Answer<E>>;

const isFreshFactorRequired = (result: { readonly ok: boolean; readonly errors?: readonly { readonly code: string }[] }): boolean =>
  !result.ok && result.errors?.[0]?.code === 'fresh_factor_required';

/** The server's calls in the present language: the answer, or a thrown `CallFailure` with the refusals in words.
 * A call refused for want of a fresh second factor is repeated once the operator has given it. */
export function useApi(): Api {
  const { locale } = useTranslation();
  const transport = useMemo(() => transportOf(locale), [locale]);
  const askFresh = useContext(FreshFactorContext);
  return useCallback(
    async <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
      const first = await call(endpoint, input, transport);
      const hasFreshFactor = isFreshFactorRequired(first) && askFresh !== null && (await askFresh());
      const result = hasFreshFactor ? await call(endpoint, input, transport) : first;
      if (!result.ok) throw new CallFailure(result);
      return result;
    },
    [transport, askFresh],
  );
}
