import { useState } from 'react';
import { officeGrantBonus } from '#contract/office-earnings.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { TextInput } from '#office/form/fields.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useWords } from '#office/words/Words.tsx';
import { useEarningDeed } from './use-earning-deed.ts';

const FIELDS = ['email', 'amount'] as const;

/** A bonus: to whom, how much, why. */
export function BonusForm({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const api = useApi();
  const { t } = useWords();
  const [draft, setDraft] = useState({ email, amount: '' });
  const granting = useEarningDeed(
    (note: string, idempotencyKey) => api(officeGrantBonus, { body: { ...draft, note }, idempotencyKey }),
    onClose,
  );
  const { error } = granting;
  return (
    <section className="sheet">
      <DeedForm
        what={t('office_earnings.grant_what')}
        submit={t('office_earnings.grant_submit')}
        note={{ label: t('office_earnings.grant_note'), isRequired: true }}
        isBusy={granting.isPending}
        error={error}
        fields={FIELDS}
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
            error={error === null ? undefined : fieldProblem(error, name)}
            onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </DeedForm>
    </section>
  );
}
