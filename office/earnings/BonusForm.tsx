import { useState } from 'react';
import { officeGrantBonus } from '#contract/office/money/earnings.ts';
import { useApi } from '#office/api/use-api.ts';
import { TextInput } from '#office/form/fields.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useEarningDeed } from './use-earning-deed.ts';

const FIELDS = ['email', 'amount'] as const;

/** A bonus: to whom, how much, why. */
export function BonusForm({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const api = useApi();
  const { t } = useTranslation();
  const [draft, setDraft] = useState({ email, amount: '' });
  const granting = useEarningDeed(
    (note: string, idempotencyKey) => api(officeGrantBonus, { body: { ...draft, note }, idempotencyKey }),
    onClose,
  );
  return (
    <section className="sheet">
      <ActionForm
        what={t('office_earnings.grant_what')}
        submit={t('office_earnings.grant_submit')}
        note={{ label: t('office_earnings.grant_note'), isRequired: true }}
        command={granting}
        onSubmit={(note) => granting.mutate(note)}
        onCancel={onClose}
        waits={{ kind: 'grant_bonus', isAbout: ({ email: whose }) => whose === draft.email.trim().toLowerCase() }}
      >
        {FIELDS.map((name) => (
          <TextInput
            key={name}
            label={t(`office_earnings.field.${name}`)}
            required
            maxLength={name === 'email' ? 254 : 20}
            {...(name === 'amount' ? { inputMode: 'decimal' } : { type: 'email' })}
            value={draft[name]}
            field={name}
            onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </ActionForm>
    </section>
  );
}
