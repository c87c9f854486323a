import { type FormEvent, useEffect, useRef, useState } from 'react';
import { beginTotp, confirmTotp } from '#contract/account/second-factors.ts';
import { Button } from '#ui/Button.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useAction } from '#web/api/use-action.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CODE_INPUT } from '#web/step-up/FactorForm.tsx';
import { registerPasskey, NO_PASSKEY } from '#web/step-up/passkey.ts';
import { useAccountCall } from '#web/step-up/use-account-call.ts';

const inGroupsOfFour = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

interface AddFactorProps {
  /** `codes`: new recovery codes; null: none were made. */
  readonly onDone: (codes: readonly string[] | null) => void;
  readonly onCancel: () => void;
}

/** An authenticator app: scan or type the secret, then prove it by its first code. */
export function AddTotp({ onDone, onCancel }: AddFactorProps) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const start = useAction();
  const confirmation = useAction();
  const [enrolment, setEnrolment] = useState<{ readonly secret: string; readonly uri: string }>();
  const [code, setCode] = useState('');
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void start
      .run(() => api(beginTotp, {}))
      .then((response) => (response === undefined ? undefined : setEnrolment(response.data.attributes)));
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const response = await confirmation.run(() => api(confirmTotp, { body: { code: code.trim() } }));
    if (response !== undefined) onDone(response.data.attributes.recovery_codes);
  };
  return (
    <CheckedForm
      rules={{ code: required }}
      className="grid max-w-md gap-4 rounded-tray bg-well p-4"
      onSubmit={(event) => void submit(event)}
    >
      {start.problem === undefined ? null : (
        <p role="alert" className="text-sm text-loss">
          {start.problem}
        </p>
      )}
      {enrolment === undefined ? null : (
        <>
          <p className="text-sm">{t('security.totp.scan')}</p>
          <QrCode payload={enrolment.uri} label={t('security.totp.qr')} className="w-44" />
          <p className="text-sm">{t('security.totp.by_hand')}</p>
          <p className="figures font-medium wrap-anywhere select-all">{inGroupsOfFour(enrolment.secret)}</p>
          <a className="link inline-flex min-h-11 items-center text-sm" href={enrolment.uri}>
            {t('security.totp.here')}
          </a>
          <TextField
            label={t('security.totp.first_code')}
            name="code"
            required
            {...CODE_INPUT.totp}
            value={code}
            error={confirmation.problem}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </>
      )}
      <div className="flex flex-wrap items-center gap-5">
        {enrolment === undefined ? null : (
          <Button type="submit" tone="action" disabled={confirmation.isBusy}>
            {t('security.totp.confirm')}
          </Button>
        )}
        <Button tone="text" onClick={onCancel}>
          {t('security.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}

/** Registers a passkey of this device or of a security key, under a name. */
export function AddPasskey({ onDone, onCancel }: AddFactorProps) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const [name, setName] = useState(t('security.passkey.this_device'));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const result = await registerPasskey(api, name.trim());
    if (result === NO_PASSKEY) return action.setProblem(t('security.passkey_not_shown'));
    const response = await action.run(() => Promise.resolve(result));
    return response === undefined ? undefined : onDone(response.data.attributes.recovery_codes);
  };
  return (
    <CheckedForm
      rules={{ name: required }}
      className="grid max-w-md gap-4 rounded-tray bg-well p-4"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label={t('security.passkey.name')}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        value={name}
        error={action.problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="flex flex-wrap items-center gap-5">
        <Button type="submit" tone="action" disabled={action.isBusy}>
          {t('security.passkey.make')}
        </Button>
        <Button tone="text" onClick={onCancel}>
          {t('security.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}
