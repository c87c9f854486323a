import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { giveSecondFactor, type SecondFactorAttributes } from '#contract/second-factors.ts';
import { type Api, statusOf, useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { useWords } from '#office/words/Words.tsx';
import { CodeField } from './CodeField.tsx';
import { factorProblem } from './factor-problem.ts';
import { canPasskeys, givePasskey } from './passkey.ts';

type Method = SecondFactorAttributes['methods'][number];

const give = (api: Api, method: Method, code: string) => {
  if (method === 'passkey') return givePasskey(api);
  return api(giveSecondFactor, { body: method === 'totp' ? { totp: code.trim() } : { recovery_code: code.trim() } });
};

export interface GiveFactorProps {
  readonly methods: readonly Method[];
  readonly onDone: () => void;
  /** Too many wrong ones: the session is gone. */
  readonly onOver: () => void;
}

/** Asks for one of his factors: the one he has first, the others a press away. */
export function GiveFactor({ methods, onDone, onOver }: GiveFactorProps) {
  const api = useApi();
  const { t } = useWords();
  const usable = methods.filter((method) => method !== 'passkey' || canPasskeys());
  const [method, setMethod] = useState<Method>(usable.find((one) => one !== 'recovery_code') ?? 'recovery_code');
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [method]);
  const giving = useMutation({
    mutationFn: () => give(api, method, code),
    onSuccess: onDone,
    onError: (error) => (statusOf(error) === 401 ? onOver() : field.current?.select()),
  });
  const submit = () => giving.mutate();
  const turnTo = (next: Method) => {
    setMethod(next);
    setCode('');
    giving.reset();
  };
  return (
    <CheckedForm className="factor" onSubmit={submit}>
      <p className="dim">{t(`office_door.give.${method}`)}</p>
      {method === 'passkey' ? null : (
        <CodeField label={t(`office_door.code.${method}`)} isTotp={method === 'totp'} value={code} onChange={setCode} field={field} />
      )}
      {giving.isError ? (
        <p className="problem" role="alert">
          {factorProblem(giving.error, t)}
        </p>
      ) : null}
      <Button type="submit" loading={giving.isPending}>
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
