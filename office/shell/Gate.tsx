import { Button, Loader, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { createSession } from '#contract/account/sessions.ts';
import { getOperator } from '#contract/office/shop/operator.ts';
import { codeOf, isRefusedFor, statusOf } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import { OperatorContext, useSignOut } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Problem } from '#office/components/Screen.tsx';
import { LocaleSwitch, SchemeSwitch } from '#office/components/Switches.tsx';
import { FreshFactorPrompt } from '#office/factors/FreshFactorPrompt.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { PasswordInput, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { IdleWatch } from './IdleWatch.tsx';
import { Shell } from './Shell.tsx';

/** Loaded when needed: the QR code and passkey libraries. */
const SecondFactor = lazy(async () => ({ default: (await import('#office/factors/SecondFactor.tsx')).SecondFactor }));

interface PasswordFormProps {
  readonly title: string;
  readonly hint: string;
  readonly onOpened: (needsMore: boolean) => void;
}

function PasswordForm({ title, hint, onOpened }: PasswordFormProps) {
  const { t } = useTranslation();
  const form = useFields({ email: '', password: '' });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const signIn = useCommand(createSession, { isKeyed: false, onDone: ({ data }) => onOpened(data.attributes.needs !== 'none') });
  const { email, password } = form.values;
  const submit = () => signIn.run({ body: { email: email.trim(), password } });
  return (
    <CheckedForm className="door sheet" command={signIn} onSubmit={submit}>
      <h1>{title}</h1>
      <p className="dim">{hint}</p>
      <TextInput
        {...form.text('email')}
        label={t('office.sign_in.email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        ref={first}
      />
      <PasswordInput
        {...form.text('password')}
        label={t('office.sign_in.password')}
        name="password"
        autoComplete="current-password"
        required
        visibilityToggleButtonProps={{ 'aria-label': t('office.sign_in.show_password') }}
      />
      <FormProblem>
        {isRefusedFor(signIn.error, 'captcha_required') ? <a href="/sign-in">{t('office.sign_in.by_the_site')}</a> : undefined}
      </FormProblem>
      <Button type="submit" loading={signIn.isPending}>
        {t('office.sign_in.submit')}
      </Button>
    </CheckedForm>
  );
}

interface SignInStepsProps {
  /** The password was given before: only the second factor is missing. */
  readonly needsFactorOnly: boolean;
  readonly title: string;
  readonly hint: string;
  readonly onDone: () => void;
}

/** The two steps of signing in. */
function SignInSteps({ needsFactorOnly: isHalfOpen, title, hint, onDone }: SignInStepsProps) {
  const { t } = useTranslation();
  const [needsFactor, setNeedsFactor] = useState(isHalfOpen);
  if (!needsFactor) return <PasswordForm title={title} hint={hint} onOpened={(more) => (more ? setNeedsFactor(true) : onDone())} />;
  return (
    <Suspense fallback={<Loader role="progressbar" aria-label={t('office.loading')} />}>
      <SecondFactor onDone={onDone} onOver={() => setNeedsFactor(false)} />
    </Suspense>
  );
}

/** The sign-in screen. */
function SignIn({ needsFactorOnly: isHalfOpen, onDone }: Pick<SignInStepsProps, 'needsFactorOnly' | 'onDone'>) {
  const { t } = useTranslation();
  return (
    <main className="centre">
      <SignInSteps needsFactorOnly={isHalfOpen} title={t('office.sign_in.title')} hint={t('office.sign_in.hint')} onDone={onDone} />
      <div className="row">
        <LocaleSwitch />
        <SchemeSwitch />
      </div>
    </main>
  );
}

/** Sign-in over the open page after the session ended; input stays. */
function SignInAgain({ needsFactorOnly, onDone }: Pick<SignInStepsProps, 'needsFactorOnly' | 'onDone'>) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      centered
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
        {operator.isPending ? (
          <Loader role="progressbar" aria-label={t('office.loading')} />
        ) : (
          <Problem error={error} retry={() => void operator.refetch()} />
        )}
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
