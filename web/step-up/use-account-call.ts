import { use, useCallback, useMemo } from 'react';
import { call, type CallResult, type InputOf } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { sendWithProof, StepUpContext } from '#ui/step-up/step-up.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

export type AccountCall = <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<CallResult<E>>;

/** Calls of the account pages. A call refused with `fresh_factor_required` is repeated after the user gave a proof in the dialog. */
export function useAccountCall(): AccountCall {
  const { locale } = useTranslation();
  const transport = useMemo(() => browserTransport(locale), [locale]);
  const requestProof = use(StepUpContext);
  return useCallback(
    <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => sendWithProof(() => call(endpoint, input, transport), requestProof),
    [transport, requestProof],
  );
}
