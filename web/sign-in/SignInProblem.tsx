import { useSearchParams } from 'react-router';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { providerProblem } from '#web/sign-in/provider-problem.ts';

/** Why an earlier sign-in failed: refused by a provider, or too many wrong codes. */
export function SignInProblem() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const problem = providerProblem(t, query) ?? (query.has('over') ? t('security.factor.over') : undefined);
  if (problem === undefined) return null;
  return (
    <Notice tone="loss" role="alert">
      {problem}
    </Notice>
  );
}
