import { useState } from 'react';
import type { CallResult } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { useWords } from '#web/i18n/use-words.ts';

/** What one press does: whether it is being done, and why it was not. */
export function useDeed() {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async <E extends Endpoint>(deed: () => Promise<CallResult<E>>) => {
    setBusy(true);
    setProblem(undefined);
    const result = await deed();
    setBusy(false);
    if (!result.ok) setProblem(result.errors[0]?.message ?? t('account.unanswered'));
    return result.ok ? result : undefined;
  };
  return { isBusy, problem, run, setProblem };
}
