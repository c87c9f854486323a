import { Button, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { createSession } from '#contract/sessions.ts';
import { isRefusedFor, problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { PasswordInput, TextInput } from '#office/form/fields.tsx';
import { useWords } from '#office/words/Words.tsx';
import { LocaleSwitch, SchemeSwitch } from './Switches.tsx';

/** Brings what draws codes and speaks with passkeys: most visits to the office do not need it. */
const SecondFactor = lazy(async () => ({ default: (await import('#office/factors/SecondFactor.tsx')).SecondFactor }));

interface PasswordFormProps {
  readonly title: string;
  readonly hint: string;
  readonly onOpened: (needsMore: boolean) => void;
}

function PasswordForm({ title, hint, onOpened }: PasswordFormProps) {
  const api = useApi();
  const { t } = useWords();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const signIn = useMutation({
    mutationFn: () => api(createSession, { body: { email: email.trim(), password } }),
    onSuccess: ({ data }) => onOpened(data.attributes.needs !== 'none'),
  });
  const submit = () => signIn.mutate();
  return (
    <CheckedForm className="door sheet" onSubmit={submit}>
      <h1>{title}</h1>
      <p className="dim">{hint}</p>
      <TextInput
        label={t('office.sign_in.email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        ref={first}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('office.sign_in.password')}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('office.sign_in.show_password') }}
      />
      {signIn.isError ? (
        <p className="problem" role="alert">
          {problemWords(signIn.error, t)}
          {isRefusedFor(signIn.error, 'captcha_required') ? (
            <>
              {' '}
              <a href="/sign-in">{t('office.sign_in.by_the_site')}</a>
            </>
          ) : null}
        </p>
      ) : null}
      <Button type="submit" loading={signIn.isPending}>
        {t('office.sign_in.submit')}
      </Button>
    </CheckedForm>
  );
}

export interface DoorProps {
  /** The password was right before: the second factor is what is missing. */
  readonly isHalfOpen: boolean;
  readonly title: string;
  readonly hint: string;
  readonly onDone: () => void;
}

/** The two steps of signing in. */
export function Door({ isHalfOpen, title, hint, onDone }: DoorProps) {
  const { t } = useWords();
  const [needsFactor, setNeedsFactor] = useState(isHalfOpen);
  if (!needsFactor) return <PasswordForm title={title} hint={hint} onOpened={(more) => (more ? setNeedsFactor(true) : onDone())} />;
  return (
    <Suspense fallback={<Loader aria-label={t('office.loading')} />}>
      <SecondFactor onDone={onDone} onOver={() => setNeedsFactor(false)} />
    </Suspense>
  );
}

/** The door of the office. */
export function SignIn({ isHalfOpen, onDone }: Pick<DoorProps, 'isHalfOpen' | 'onDone'>) {
  const { t } = useWords();
  return (
    <main className="centre">
      <Door isHalfOpen={isHalfOpen} title={t('office.sign_in.title')} hint={t('office.sign_in.hint')} onDone={onDone} />
      <div className="switches">
        <LocaleSwitch />
        <SchemeSwitch />
      </div>
    </main>
  );
}
