import { useState } from 'react';
import { changePartnerKey, createPartnerKey } from '#contract/partner/partner-keys.ts';
import { type KeyMode, MAX_KEYS } from '#core/partner/partner.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Part } from '#web/layout/Part.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { KeyForm, type KeyInput } from '#web/earnings/api/KeyForm.tsx';
import { KeyCard } from '#web/earnings/api/KeyCard.tsx';
import type { PartnerApi, PartnerKey } from '#web/earnings/api/load-api.ts';
import { NewSecretBox, type NewSecret } from '#web/earnings/api/NewSecretBox.tsx';

export interface KeysProps extends Pick<PartnerApi, 'keys' | 'isVerified'> {
  readonly modes: readonly KeyMode[];
  readonly onChanged: () => void;
}

/** Partner keys: create, change, rotate, revoke. */
export function Keys({ keys, modes, isVerified, onChanged }: KeysProps) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const [form, setForm] = useState<'new' | PartnerKey>();
  const [newSecret, setNewSecret] = useState<NewSecret>();
  const isFull = keys.filter(({ revoked_at: revokedAt }) => revokedAt === null).length >= MAX_KEYS;
  const finish = () => {
    setForm(undefined);
    onChanged();
  };
  const submit = async ({ mode, ...input }: KeyInput) => {
    if (form !== 'new' && form !== undefined) {
      const changed = await action.run(() => api(changePartnerKey, { params: { id: form.id }, body: input }));
      return changed === undefined ? undefined : finish();
    }
    const created = await action.run(() => api(createPartnerKey, { body: { ...input, mode } }));
    if (created === undefined) return;
    const { name, secret } = created.data.attributes;
    setNewSecret({ id: created.data.id, name, secret: secret ?? '' });
    finish();
  };
  return (
    <Part title={t('partner_api.keys.title')} hint={t('partner_api.keys.hint')}>
      {isVerified ? null : <Notice tone="time">{t('partner_api.keys.verify_first')}</Notice>}
      {newSecret === undefined ? null : <NewSecretBox newSecret={newSecret} onDone={() => setNewSecret(undefined)} />}
      {keys.length === 0 ? <p>{t('partner_api.keys.none')}</p> : null}
      <ul className="grid gap-4 empty:hidden">
        {keys.map((key) => (
          <KeyCard key={key.id} partnerKey={key} onEdit={() => setForm(key)} onSecret={setNewSecret} onChanged={onChanged} />
        ))}
      </ul>
      {form === undefined ? (
        <Button className="justify-self-start" disabled={!isVerified || isFull} onClick={() => setForm('new')}>
          {t('partner_api.keys.make')}
        </Button>
      ) : (
        <KeyForm
          key={form === 'new' ? 'new' : form.id}
          existing={form === 'new' ? undefined : form}
          modes={modes}
          isBusy={action.isBusy}
          problem={action.problem}
          onSubmit={(input) => void submit(input)}
          onCancel={() => setForm(undefined)}
        />
      )}
      {modes.includes('sandbox') ? null : <p className="text-sm text-muted">{t('partner_api.keys.no_sandbox')}</p>}
      {isFull ? <p className="text-sm text-muted">{t('partner_api.keys.full', { max: MAX_KEYS })}</p> : null}
    </Part>
  );
}
