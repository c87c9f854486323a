import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { getSecondFactors, giveSecondFactor, type SecondFactorAttributes } from '#contract/account/second-factors.ts';
import { CallFailure, problemMessage, statusOf } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import { type Api, useApi } from '#office/api/use-api.ts';
import { useAction } from '#office/api/use-command.ts';
import { Problem } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { canPasskeys, givePasskey } from './passkey.ts';

/** Message when giving or enrolling a factor failed; a cancelled passkey prompt is no server error. */
export const factorProblem = (error: unknown, t: Translation['t']): string =>
  error instanceof CallFailure ? problemMessage(error, t) : t('office_door.passkey_cancelled');

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** True: six digits of an app; false: a recovery code. */
  readonly isTotp: boolean;
  readonly field?: Ref<HTMLInputElement>;
}

/** Field for a code: phones show the right keyboard and password managers can fill it in. */
export function CodeField({ label, value, onChange, isTotp, field }: CodeFieldProps) {
  const id = useId();
  return (
    <TextInput
      id={id}
      label={label}
      {...(field === undefined ? {} : { ref: field })}
      className="code-field"
      name={isTotp ? 'totp' : 'recovery-code'}
      autoComplete="one-time-code"
      inputMode={isTotp ? 'numeric' : 'text'}
      autoCapitalize="off"
      spellCheck={false}
      required
      maxLength={isTotp ? 8 : 24}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type Method = SecondFactorAttributes['methods'][number];

const give = async (call: Api, method: Method, code: string): Promise<unknown> => {
  if (method === 'passkey') return await givePasskey(call);
  return await call(giveSecondFactor, { body: method === 'totp' ? { totp: code.trim() } : { recovery_code: code.trim() } });
};

interface GiveFactorProps {
  readonly methods: readonly Method[];
  readonly onDone: () => void;
  /** Too many wrong codes have ended the session. */
  readonly onSessionEnded: () => void;
}

/** Asks for a second factor: the operator's preferred method, with buttons for the others. */
export function GiveFactor({ methods, onDone, onSessionEnded: onOver }: GiveFactorProps) {
  const { t } = useTranslation();
  const usableMethods = methods.filter((method) => method !== 'passkey' || canPasskeys());
  const [method, setMethod] = useState<Method>(usableMethods.find((candidate) => candidate !== 'recovery_code') ?? 'recovery_code');
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [method]);
  const send = useAction((_: null, call) => give(call, method, code), {
    isKeyed: false,
    onDone,
    onRefused: (error) => (statusOf(error) === 401 ? onOver() : field.current?.select()),
  });
  const turnTo = (next: Method) => {
    setMethod(next);
    setCode('');
    send.reset();
  };
  return (
    <CheckedForm className="stack" command={send} onSubmit={() => send.run(null)}>
      <p className="dim">{t(`office_door.give.${method}`)}</p>
      {method === 'passkey' ? null : (
        <CodeField label={t(`office_door.code.${method}`)} isTotp={method === 'totp'} value={code} onChange={setCode} field={field} />
      )}
      {send.error !== null ? (
        <p className="problem" role="alert">
          {factorProblem(send.error, t)}
        </p>
      ) : null}
      <Button type="submit" loading={send.isPending}>
        {t(`office_door.submit.${method}`)}
      </Button>
      <div className="row">
        {usableMethods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} type="button" variant="subtle" size="compact-sm" onClick={() => turnTo(other)}>
              {t(`office_door.instead.${other}`)}
            </Button>
          ))}
      </div>
    </CheckedForm>
  );
}

/** Asks for a second factor again. */
export function GiveFactorAgain({ onDone, onSessionEnded: onOver }: Pick<GiveFactorProps, 'onDone' | 'onSessionEnded'>) {
  const api = useApi();
  const { t } = useTranslation();
  const factors = useQuery({ queryKey: keys.factors(), queryFn: ({ signal }) => api(getSecondFactors, { signal }) });
  if (factors.isError) return <Problem error={factors.error} retry={() => void factors.refetch()} />;
  if (factors.data === undefined) return <Loader role="progressbar" aria-label={t('office.loading')} />;
  return <GiveFactor methods={factors.data.data.attributes.methods} onDone={onDone} onSessionEnded={onOver} />;
}
