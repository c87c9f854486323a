import { Loader, Button, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getOperator } from '#contract/office/shop/operator.ts';
import { keys } from '#office/api/keys.ts';
import { codeOf, statusOf } from '#office/api/call-failure.ts';
import { useApi } from '#office/api/use-api.ts';
import { FreshFactorPrompt } from '#office/factors/FreshFactorPrompt.tsx';
import { Problem } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { OperatorContext, useSignOut } from '#office/api/operator.ts';
import { IdleWatch } from './IdleWatch.tsx';
import { Shell } from './Shell.tsx';
import { SignIn, SignInSteps, type SignInStepsProps } from './SignIn.tsx';

/** Sign-in over the open page after the session ended; input stays. */
function SignInAgain({ needsFactorOnly, onDone }: Pick<SignInStepsProps, 'needsFactorOnly' | 'onDone'>) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      centered
      lockScroll={false}
      padding={0}
      size="auto"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={() => undefined}
      aria-label={t('office_door.again.title')}
    >
      <SignInSteps
        needsFactorOnly={needsFactorOnly}
        title={t('office_door.again.title')}
        hint={t('office_door.again.hint')}
        onDone={onDone}
      />
    </Modal>
  );
}

/** Shown to a signed-in customer: the office is for operators. */
function Denied() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return (
    <main className="centre">
      <div className="door sheet">
        <h1>{t('office.denied.title')}</h1>
        <p className="dim">{t('office.denied.hint')}</p>
        <Button variant="default" loading={signOut.isPending} onClick={() => signOut.run({})}>
          {t('office.sign_out')}
        </Button>
      </div>
    </main>
  );
}

const isSignedOut = (error: unknown): boolean => statusOf(error) === 401;
const needsSecondFactor = (error: unknown): boolean => codeOf(error) === 'second_factor_required';

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
  const mustSignIn = isSignedOut(error) || needsSecondFactor(error);
  if (mustSignIn && data === undefined)
    return <SignIn needsFactorOnly={needsSecondFactor(error)} onDone={() => void queries.resetQueries({ queryKey: keys.operator() })} />;
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
      {mustSignIn ? <SignInAgain needsFactorOnly={needsSecondFactor(error)} onDone={() => void queries.invalidateQueries()} /> : null}
    </OperatorContext>
  );
}
