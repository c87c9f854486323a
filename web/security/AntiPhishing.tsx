import { type FormEvent, useState } from 'react';
import { updateUser } from '#contract/account/accounts.ts';
import type { UserAttributes } from '#contract/account/sessions.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { useAction } from '#web/api/use-action.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Part } from '#web/layout/Part.tsx';

export interface AntiPhishingProps {
  readonly user: UserAttributes;
  readonly onChanged: () => void;
}

/** A phrase chosen by the user and shown in our letters: a letter without it is not ours. */
export function AntiPhishing({ user, onChanged }: AntiPhishingProps) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const [code, setCode] = useState(user.anti_phishing_code ?? '');
  const [isSaved, setSaved] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await action.run(() => api(updateUser, { body: { anti_phishing_code: code.trim() === '' ? null : code } }));
    if (saved === undefined) return;
    setSaved(true);
    onChanged();
  };
  return (
    <Part title={t('security.phishing.title')} hint={t('security.phishing.hint')}>
      {user.email_verified ? (
        <CheckedForm rules={{}} className="grid max-w-md gap-4" onSubmit={(event) => void submit(event)}>
          <TextField
            label={t('security.phishing.code')}
            maxLength={60}
            autoComplete="off"
            hint={t('security.phishing.rule')}
            value={code}
            error={action.problem}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setSaved(false);
            }}
          />
          <div className="flex items-center gap-4">
            <Button type="submit" disabled={action.isBusy}>
              {t('security.save')}
            </Button>
            <span role="status" className="text-sm text-muted">
              {isSaved ? t('security.saved') : ''}
            </span>
          </div>
        </CheckedForm>
      ) : (
        <p className="text-sm">{t('security.phishing.verify_first')}</p>
      )}
    </Part>
  );
}
