import { Button, Loader } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { createSession } from '#contract/account/sessions.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useCommand } from '#office/api/use-command.ts';
import { isRefusedFor } from '#office/api/call-failure.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { PasswordInput, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { LocaleSwitch, SchemeSwitch } from '#office/components/Switches.tsx';

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

export interface SignInStepsProps {
  /** The password was given before: only the second factor is missing. */
  readonly needsFactorOnly: boolean;
  readonly title: string;
  readonly hint: string;
  readonly onDone: () => void;
}

/** The two steps of signing in. */
export function SignInSteps({ needsFactorOnly: isHalfOpen, title, hint, onDone }: SignInStepsProps) {
  const { t } = useTranslation();
  const [needsFactor, setNeedsFactor] = useState(isHalfOpen);
  if (!needsFactor) return <PasswordForm title={title} hint={hint} onOpened={(more) => (more ? setNeedsFactor(true) : onDone())} />;
  return (
    <Suspense fallback={<Loader aria-label={t('office.loading')} />}>
      <SecondFactor onDone={onDone} onOver={() => setNeedsFactor(false)} />
    </Suspense>
  );
}

/** The sign-in screen. */
export function SignIn({ needsFactorOnly: isHalfOpen, onDone }: Pick<SignInStepsProps, 'needsFactorOnly' | 'onDone'>) {
  const { t } = useTranslation();
  return (
    <main className="centre">
      <SignInSteps needsFactorOnly={isHalfOpen} title={t('office.sign_in.title')} hint={t('office.sign_in.hint')} onDone={onDone} />
      <div className="switches">
        <LocaleSwitch />
        <SchemeSwitch />
      </div>
    </main>
  );
}
