import { useSearchParams } from 'react-router';
import { Notice } from '#ui/Notice.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { providerProblem } from './security/provider-problem.ts';

/** Why somebody stands at the door again: a provider did not let him through, or he gave too many wrong codes. */
export function ComingBack() {
  const { t } = useWords();
  const [query] = useSearchParams();
  const problem = providerProblem(t, query) ?? (query.has('over') ? t('security.factor.over') : undefined);
  if (problem === undefined) return null;
  return (
    <Notice tone="loss" role="alert">
      {problem}
    </Notice>
  );
}
