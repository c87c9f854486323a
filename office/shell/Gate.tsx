import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getOperator } from '#contract/office.ts';
import { keys } from '#office/api/keys.ts';
import { codeOf, statusOf, useApi } from '#office/api/use-api.ts';
import { FreshFactor } from '#office/factors/FreshFactor.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { Denied } from './Denied.tsx';
import { IdleWatch } from './IdleWatch.tsx';
import { OperatorContext } from './operator.ts';
import { Shell } from './Shell.tsx';
import { SignIn } from './SignIn.tsx';
import { SignInAgain } from './SignInAgain.tsx';

const isUnknown = (error: unknown): boolean => statusOf(error) === 401;
const isHalfOpen = (error: unknown): boolean => codeOf(error) === 'second_factor_required';

/** Lets operators in, shows the sign-in to guests and the refusal to customers. */
export function Gate() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const operator = useQuery({
    queryKey: keys.operator(),
    queryFn: ({ signal }) => api(getOperator, { signal }),
    staleTime: 60_000,
    refetchInterval: 300_000,
  });
  const { error, data } = operator;
  const mustSignIn = isUnknown(error) || isHalfOpen(error);
  if (mustSignIn && data === undefined)
    return <SignIn isHalfOpen={isHalfOpen(error)} onDone={() => void queries.resetQueries({ queryKey: keys.operator() })} />;
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
      <FreshFactor>
        <Shell />
        {mustSignIn ? null : <IdleWatch />}
      </FreshFactor>
      {mustSignIn ? <SignInAgain isHalfOpen={isHalfOpen(error)} onDone={() => void queries.invalidateQueries()} /> : null}
    </OperatorContext>
  );
}
