import { Button, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { beginTotp, confirmTotp } from '#contract/second-factors.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Copy } from '#office/pieces/Copy.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { CodeField } from './CodeField.tsx';

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** An authenticator app: scan or type the secret, then prove it by its first code. `onDone` is given new recovery codes, or null. */
export function EnrolTotp({ onDone }: { readonly onDone: (codes: readonly string[] | null) => void }) {
  const api = useApi();
  const { t } = useWords();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const begun = useMutation({ mutationFn: () => api(beginTotp, {}) });
  const begin = begun.mutate;
  useEffect(() => begin(), [begin]);
  useEffect(() => field.current?.focus(), [begun.isSuccess]);
  const confirm = useMutation({
    mutationFn: () => api(confirmTotp, { body: { code: code.trim() } }),
    onSuccess: ({ data }) => onDone(data.attributes.recovery_codes),
    onError: () => field.current?.select(),
  });
  if (begun.isError) return <Problem error={begun.error} retry={() => begin()} />;
  if (begun.data === undefined) return <Loader aria-label={t('office.loading')} />;
  const { secret, uri } = begun.data.data.attributes;
  const submit = () => confirm.mutate();
  return (
    <CheckedForm className="factor" onSubmit={submit}>
      <p className="dim">{t('office_door.enrol.totp')}</p>
      <QrCode payload={uri} label={t('office_door.enrol.qr')} className="secret-qr" />
      <p className="dim">{t('office_door.enrol.by_hand')}</p>
      <Copy value={secret} shown={inGroups(secret)} />
      <CodeField label={t('office_door.enrol.first_code')} isTotp value={code} onChange={setCode} field={field} />
      {confirm.isError ? (
        <p className="problem" role="alert">
          {problemWords(confirm.error, t)}
        </p>
      ) : null}
      <Button type="submit" loading={confirm.isPending}>
        {t('office_door.enrol.confirm')}
      </Button>
    </CheckedForm>
  );
}
