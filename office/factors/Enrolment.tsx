import { Button, Checkbox, CopyButton, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { beginTotp, confirmTotp } from '#contract/account/second-factors.ts';
import { deviceName } from '#core/security/device-name.ts';
import { useAction, useCommand } from '#office/api/use-command.ts';
import { Copy } from '#office/components/Copy.tsx';
import { Problem } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { CodeField, factorProblem } from './GiveFactor.tsx';
import { makePasskey } from './passkey.ts';

/** Enrols a passkey of this device or of a security key under a name. `onDone` gets new recovery codes, or null. */
export function EnrolPasskey({ onDone }: { readonly onDone: (codes: readonly string[] | null) => void }) {
  const { t } = useTranslation();
  const form = useFields({ name: deviceName(navigator.userAgent) ?? t('office_door.enrol.this_device') });
  const make = useAction((name: string, call) => makePasskey(call, name), {
    isKeyed: false,
    onDone: ({ data }) => onDone(data.attributes.recovery_codes),
  });
  return (
    <CheckedForm className="stack" command={make} onSubmit={() => make.run(form.values.name.trim())}>
      <p className="dim">{t('office_door.enrol.passkey')}</p>
      <TextInput {...form.text('name')} label={t('office_door.enrol.passkey_name')} required maxLength={60} />
      {make.error !== null ? (
        <p className="problem" role="alert">
          {factorProblem(make.error, t)}
        </p>
      ) : null}
      <Button type="submit" loading={make.isPending}>
        {t('office_door.enrol.make_passkey')}
      </Button>
    </CheckedForm>
  );
}

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
  if (start.result === undefined) return <Loader role="progressbar" aria-label={t('office.loading')} />;
  const { secret, uri } = start.result.data.attributes;
  const submit = () => confirm.run({ body: { code: code.trim() } });
  return (
    <CheckedForm className="stack" command={confirm} onSubmit={submit}>
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

const FILE = 'razmen-recovery-codes.txt';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** New recovery codes, shown once; the operator confirms that they are stored. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const [isSaved, setSaved] = useState(false);
  const text = codes.join('\n');
  return (
    <div className="stack">
      <p>{t('office_door.codes.hint')}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code} className="code">
            {code}
          </li>
        ))}
      </ol>
      <div className="row">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button type="button" variant="default" size="sm" onClick={copy}>
              {copied ? t('office.copied') : t('office_door.codes.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="default"
          size="sm"
          download={FILE}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          {t('office_door.codes.save')}
        </Button>
      </div>
      <Checkbox label={t('office_door.codes.kept')} checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <Button type="button" disabled={!isSaved} onClick={onDone}>
        {t('office_door.codes.done')}
      </Button>
    </div>
  );
}
