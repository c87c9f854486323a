import { useCallback, useContext, useMemo } from 'react';
import { type Answer, call, type InputOf, type Transport } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { fetchTransport } from '#contract/fetch-transport.ts';
import type { Locale } from '#core/locale.ts';
import { formDataOf } from '#ui/form-data.ts';
import { sendWithProof, StepUpContext } from '#ui/step-up/step-up.ts';
import { reportFault } from '#ui/reports/report-errors.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CallFailure } from './call-failure.ts';

/** How the office calls the server. The release of a lease (DELETE) must outlive its page. */
const transportOf = (locale: Locale): Transport => ({
  ...fetchTransport({
    locale,
    form: formDataOf,
    fetch: (url, init: RequestInit & { method: string }) => fetch(url, { ...init, keepalive: init.method === 'DELETE' }),
  }),
  failed: reportFault,
});

export type Api = <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<Answer<E>>;

/**
 * Calls the server in the operator's language. Returns the answer or throws a `CallFailure` with translated refusals. A call that needs a
 * fresh second factor is repeated once after it.
 */
export function useApi(): Api {
  const { locale } = useTranslation();
  const transport = useMemo(() => transportOf(locale), [locale]);
  const requestProof = useContext(StepUpContext);
  return useCallback(
    async <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
      const result = await sendWithProof(() => call(endpoint, input, transport), requestProof);
      if (!result.ok) throw new CallFailure(result);
      return result;
    },
    [transport, requestProof],
  );
}
