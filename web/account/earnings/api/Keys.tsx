import { useState } from 'react';
import { changePartnerKey, createPartnerKey } from '#contract/partner-keys.ts';
import { type KeyMode, MAX_KEYS } from '#core/partner.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useAccountCall } from '#web/account/fresh/use-account-call.ts';
import { useDeed } from '#web/account/fresh/use-deed.ts';
import { Part } from '#web/account/security/Part.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { KeyForm, type TypedKey } from './KeyForm.tsx';
import { KeyLine } from './KeyLine.tsx';
import type { ApiOfPartner, ShownKey } from './load-api.ts';
import { MadeSecret, type Made } from './MadeSecret.tsx';

export interface KeysProps extends Pick<ApiOfPartner, 'keys' | 'isVerified'> {
  readonly modes: readonly KeyMode[];
  readonly onChanged: () => void;
}

/** Keys by name: made, changed, given another secret, ended. */
export function Keys({ keys, modes, isVerified, onChanged }: KeysProps) {
  const { t } = useWords();
  const api = useAccountCall();
  const deed = useDeed();
  const [form, setForm] = useState<'new' | ShownKey>();
  const [made, setMade] = useState<Made>();
  const isFull = keys.filter(({ revoked_at: revoked }) => revoked === null).length >= MAX_KEYS;
  const end = () => {
    setForm(undefined);
    onChanged();
  };
  const submit = async ({ mode, ...typed }: TypedKey) => {
    if (form !== 'new' && form !== undefined) {
      const changed = await deed.run(() => api(changePartnerKey, { params: { id: form.id }, body: typed }));
      return changed === undefined ? undefined : end();
    }
    const answer = await deed.run(() => api(createPartnerKey, { body: { ...typed, mode } }));
    if (answer === undefined) return;
    const { name, secret } = answer.data.attributes;
    setMade({ id: answer.data.id, name, secret: secret ?? '' });
    end();
  };
  return (
    <Part title={t('partner_api.keys.title')} hint={t('partner_api.keys.hint')}>
      {isVerified ? null : <Notice tone="time">{t('partner_api.keys.verify_first')}</Notice>}
      {made === undefined ? null : <MadeSecret made={made} onDone={() => setMade(undefined)} />}
      {keys.length === 0 ? <p>{t('partner_api.keys.none')}</p> : null}
      <ul className="grid gap-4 empty:hidden">
        {keys.map((key) => (
          <KeyLine key={key.id} shown={key} onChange={() => setForm(key)} onMade={setMade} onChanged={onChanged} />
        ))}
      </ul>
      {form === undefined ? (
        <Button className="justify-self-start" disabled={!isVerified || isFull} onClick={() => setForm('new')}>
          {t('partner_api.keys.make')}
        </Button>
      ) : (
        <KeyForm
          key={form === 'new' ? 'new' : form.id}
          known={form === 'new' ? undefined : form}
          modes={modes}
          isBusy={deed.isBusy}
          problem={deed.problem}
          onSubmit={(typed) => void submit(typed)}
          onCancel={() => setForm(undefined)}
        />
      )}
      {modes.includes('sandbox') ? null : <p className="text-sm text-muted">{t('partner_api.keys.no_sandbox')}</p>}
      {isFull ? <p className="text-sm text-muted">{t('partner_api.keys.full', { max: MAX_KEYS })}</p> : null}
    </Part>
  );
}
