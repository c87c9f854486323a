import { Button, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { beginTotp, confirmTotp } from '#contract/account/second-factors.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Copy } from '#office/components/Copy.tsx';
import { Problem } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { CodeField } from './CodeField.tsx';

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** Enrols an authenticator app: scan or type the secret, then enter its first code. `onDone` gets new recovery codes, or null. */
export function EnrolTotp({ onDone }: { readonly onDone: (codes: readonly string[] | null) => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const start = useCommand(beginTotp, { isKeyed: false });
  const begin = start.run;
  useEffect(() => begin({}), [begin]);
  useEffect(() => field.current?.focus(), [start.isDone]);
  const confirm = useCommand(confirmTotp, {
    isKeyed: false,
    onDone: ({ data }) => onDone(data.attributes.recovery_codes),
    onRefused: () => field.current?.select(),
  });
  if (start.error !== null) return <Problem error={start.error} retry={() => begin({})} />;
  if (start.result === undefined) return <Loader aria-label={t('office.loading')} />;
  const { secret, uri } = start.result.data.attributes;
  const submit = () => confirm.run({ body: { code: code.trim() } });
  return (
    <CheckedForm className="factor" command={confirm} onSubmit={submit}>
      <p className="dim">{t('office_door.enrol.totp')}</p>
      <QrCode payload={uri} label={t('office_door.enrol.qr')} className="secret-qr" />
      <p className="dim">{t('office_door.enrol.by_hand')}</p>
      <Copy value={secret} shown={inGroups(secret)} />
      <CodeField label={t('office_door.enrol.first_code')} isTotp value={code} onChange={setCode} field={field} />
      <FormProblem />
      <Button type="submit" loading={confirm.isPending}>
        {t('office_door.enrol.confirm')}
      </Button>
    </CheckedForm>
  );
}
