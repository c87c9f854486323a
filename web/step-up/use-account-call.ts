import { use, useCallback, useMemo } from 'react';
import { call, type CallResult, type InputOf } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { StepUpContext } from '#web/step-up/step-up-context.ts';

export type AccountCall = <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<CallResult<E>>;

/** Calls of the account pages. A call refused with `fresh_factor_required` is repeated after the user gave a proof in the dialog. */
export function useAccountCall(): AccountCall {
  const { locale } = useTranslation();
  const transport = useMemo(() => browserTransport(locale), [locale]);
  const requestProof = use(StepUpContext);
  return useCallback(
    async <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
      const response = await call(endpoint, input, transport);
      const needsProof = !response.ok && response.errors[0]?.code === 'fresh_factor_required';
      return needsProof && requestProof !== null && (await requestProof()) ? call(endpoint, input, transport) : response;
    },
    [transport, requestProof],
  );
}
