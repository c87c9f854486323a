import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { giveSecondFactor, type SecondFactorAttributes } from '#contract/account/second-factors.ts';
import { useAction } from '#office/api/use-command.ts';
import { statusOf } from '#office/api/call-failure.ts';
import { type Api } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CodeField } from './CodeField.tsx';
import { factorProblem } from './factor-problem.ts';
import { canPasskeys, givePasskey } from './passkey.ts';

type Method = SecondFactorAttributes['methods'][number];

const give = async (call: Api, method: Method, code: string): Promise<unknown> => {
  if (method === 'passkey') return await givePasskey(call);
  return await call(giveSecondFactor, { body: method === 'totp' ? { totp: code.trim() } : { recovery_code: code.trim() } });
};

export interface GiveFactorProps {
  readonly methods: readonly Method[];
  readonly onDone: () => void;
  /** Too many wrong codes have ended the session. */
  readonly onSessionEnded: () => void;
}

/** Asks for a second factor: the operator's preferred method, the others a press away. */
export function GiveFactor({ methods, onDone, onSessionEnded: onOver }: GiveFactorProps) {
  const { t } = useTranslation();
  const usable = methods.filter((method) => method !== 'passkey' || canPasskeys());
  const [method, setMethod] = useState<Method>(usable.find((one) => one !== 'recovery_code') ?? 'recovery_code');
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
    <CheckedForm className="factor" command={send} onSubmit={() => send.run(null)}>
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
        {usable
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
