import { useCallback, useContext, useMemo } from 'react';
import { type Answer, call, type Failure, type InputOf } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { AskFresh } from '#office/factors/fresh-context.ts';
import { useWords } from '#office/words/Words.tsx';
import { transportOf } from './transport.ts';

/** A call that did not succeed, for queries and mutations to carry. */
export class CallFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.errors[0]?.message ?? `status ${failure.status}`);
    this.name = 'CallFailure';
    this.failure = failure;
  }
}

export type Api = <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<Answer<E>>;

const isRefusedAsStale = (result: { readonly ok: boolean; readonly errors?: readonly { readonly code: string }[] }): boolean =>
  !result.ok && result.errors?.[0]?.code === 'fresh_factor_required';

/** The server's calls in the present language: the answer, or a thrown `CallFailure` with the refusals in words.
 * What is refused for want of a fresh second factor is made once more after it was given. */
export function useApi(): Api {
  const { locale } = useWords();
  const transport = useMemo(() => transportOf(locale), [locale]);
  const askFresh = useContext(AskFresh);
  return useCallback(
    async <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
      const first = await call(endpoint, input, transport);
      const isGivenAnew = isRefusedAsStale(first) && askFresh !== null && (await askFresh());
      const result = isGivenAnew ? await call(endpoint, input, transport) : first;
      if (!result.ok) throw new CallFailure(result);
      return result;
    },
    [transport, askFresh],
  );
}

export const statusOf = (error: unknown): number | null => (error instanceof CallFailure ? error.failure.status : null);

/** The first refusal's code, null when it was no refusal. */
export const codeOf = (error: unknown): string | null => (error instanceof CallFailure ? (error.failure.errors[0]?.code ?? null) : null);
