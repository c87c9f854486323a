import { useState } from 'react';
import type { CallResult } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Runs a call for a button: whether it is running, and the message of its failure. */
export function useAction() {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async <E extends Endpoint>(request: () => Promise<CallResult<E>>) => {
    setBusy(true);
    setProblem(undefined);
    const result = await request();
    setBusy(false);
    if (!result.ok) setProblem(result.errors[0]?.message ?? t('account.unanswered'));
    return result.ok ? result : undefined;
  };
  return { isBusy, problem, run, setProblem };
}
