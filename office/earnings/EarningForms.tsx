import type { Resource } from '#contract/document.ts';
import { type OfficeEarningAttributes, officeGrantBonus, officeReverseEarning } from '#contract/office/money/earnings.ts';
import { officeStopReferralPair, type ReferralPairAttributes } from '#contract/office/customers/referral-pairs.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { dollars, money } from '#office/format/figure.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

export type EarningRow = Resource<OfficeEarningAttributes>;

interface EarningReply {
  readonly data: { readonly attributes: { readonly state: 'done' | 'proposed' } };
}

/** Options of a command about accruals; the message says whether it is done or waits for a second person. */
function useEarningOptions(onDone: () => void) {
  const { t } = useTranslation();
  return {
    after: [keys.earnings(), keys.approvals()],
    success: ({ data }: EarningReply) => t(`office_earnings.said.${data.attributes.state}`),
    onDone,
  };
}

/** Grants a bonus. */
export function BonusForm({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = useFields({ email, amount: '' });
  const grant = useCommand(officeGrantBonus, useEarningOptions(onClose));
  return (
    <section className="sheet">
      <ActionForm
        what={t('office_earnings.grant_what')}
        submit={t('office_earnings.grant_submit')}
        note={{ label: t('office_earnings.grant_note'), isRequired: true }}
        command={grant}
        onSubmit={(note) => grant.run({ body: { ...form.values, note } })}
        onCancel={onClose}
        waits={{ kind: 'grant_bonus', isAbout: (payload) => payload['email'] === form.values.email.trim().toLowerCase() }}
      >
        <TextInput {...form.text('email')} label={t('office_earnings.field.email')} type="email" required maxLength={254} />
        <TextInput {...form.text('amount')} label={t('office_earnings.field.amount')} inputMode="decimal" required maxLength={20} />
      </ActionForm>
    </section>
  );
}

/** Reverses an accrual. */
export function ReverseForm({ row: { id, attributes }, onClose }: { readonly row: EarningRow; readonly onClose: () => void }) {
  const { t, locale } = useTranslation();
  const reverse = useCommand(officeReverseEarning, useEarningOptions(onClose));
  return (
    <section className="sheet">
      <ActionForm
        what={t('office_earnings.reverse_what', {
          amount: money(attributes.amount, attributes.currency_iso_code, locale),
          email: attributes.email,
        })}
        submit={t('office_earnings.reverse_submit')}
        note={{ label: t('office_earnings.reverse_note'), isRequired: true }}
        isDestructive
        command={reverse}
        onSubmit={(note) => reverse.run({ params: { id }, body: { note } })}
        onCancel={onClose}
        waits={{ kind: 'reverse_earning', subject: id }}
      />
    </section>
  );
}

interface StopFormProps {
  readonly id: string;
  readonly pair: ReferralPairAttributes;
  readonly onClose: () => void;
}

/** Ends a referral pair and reverses what it has accrued. */
export function StopForm({ id, pair, onClose }: StopFormProps) {
  const { t, locale } = useTranslation();
  const stop = useCommand(officeStopReferralPair, useEarningOptions(onClose));
  return (
    <ActionForm
      what={t('office_earnings.pairs.stop_what', { amount: dollars(pair.accrued, locale) })}
      submit={t('office_earnings.pairs.stop')}
      note={{ label: t('office_earnings.reverse_note'), isRequired: true }}
      isDestructive
      command={stop}
      onSubmit={(note) => stop.run({ params: { id }, body: { note } })}
      onCancel={onClose}
      waits={{ kind: 'stop_referral', subject: id }}
    />
  );
}
