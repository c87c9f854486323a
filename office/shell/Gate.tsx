import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getOperator } from '#contract/office.ts';
import { keys } from '#office/api/keys.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { Denied } from './Denied.tsx';
import { OperatorContext } from './operator.ts';
import { Shell } from './Shell.tsx';
import { SignIn } from './SignIn.tsx';

/** Lets operators in, shows the sign-in to guests and the refusal to customers. */
export function Gate() {
  const api = useApi();
  const { t } = useWords();
  const operator = useQuery({
    queryKey: keys.operator(),
    queryFn: ({ signal }) => api(getOperator, { signal }),
    staleTime: 60_000,
    refetchInterval: 300_000,
  });
  const status = statusOf(operator.error);
  if (status === 401) return <SignIn />;
  if (status === 403 || status === 404) return <Denied />;
  if (operator.data === undefined) {
    return (
      <main className="centre">
        {operator.isPending ? (
          <Loader aria-label={t('office.loading')} />
        ) : (
          <Problem error={operator.error} retry={() => void operator.refetch()} />
        )}
      </main>
    );
  }
  return (
    <OperatorContext value={operator.data.data.attributes}>
      <Shell />
    </OperatorContext>
  );
}
