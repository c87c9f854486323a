import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getOperator } from '#contract/office/shop/operator.ts';
import { keys } from '#office/api/keys.ts';
import { codeOf, statusOf } from '#office/api/call-failure.ts';
import { useApi } from '#office/api/use-api.ts';
import { FreshFactorPrompt } from '#office/factors/FreshFactorPrompt.tsx';
import { Problem } from '#office/components/Problem.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Denied } from './Denied.tsx';
import { IdleWatch } from './IdleWatch.tsx';
import { OperatorContext } from '#office/api/operator.ts';
import { Shell } from './Shell.tsx';
import { SignIn } from './SignIn.tsx';
import { SignInAgain } from './SignInAgain.tsx';

const isUnknown = (error: unknown): boolean => statusOf(error) === 401;
const isHalfOpen = (error: unknown): boolean => codeOf(error) === 'second_factor_required';

/** Lets operators in, shows the sign-in to guests and the refusal to customers. */
export function Gate() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const operator = useQuery({
    queryKey: keys.operator(),
    queryFn: ({ signal }) => api(getOperator, { signal }),
    staleTime: 60_000,
    refetchInterval: 300_000,
  });
  const { error, data } = operator;
  const mustSignIn = isUnknown(error) || isHalfOpen(error);
  if (mustSignIn && data === undefined)
    return <SignIn needsFactorOnly={isHalfOpen(error)} onDone={() => void queries.resetQueries({ queryKey: keys.operator() })} />;
  if (!mustSignIn && (statusOf(error) === 403 || statusOf(error) === 404)) return <Denied />;
  if (data === undefined) {
    return (
      <main className="centre">
        {operator.isPending ? <Loader aria-label={t('office.loading')} /> : <Problem error={error} retry={() => void operator.refetch()} />}
      </main>
    );
  }
  return (
    <OperatorContext value={data.data.attributes}>
      <FreshFactorPrompt>
        <Shell />
        {mustSignIn ? null : <IdleWatch />}
      </FreshFactorPrompt>
      {mustSignIn ? <SignInAgain needsFactorOnly={isHalfOpen(error)} onDone={() => void queries.invalidateQueries()} /> : null}
    </OperatorContext>
  );
}
