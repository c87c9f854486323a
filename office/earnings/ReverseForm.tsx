import { officeReverseEarning } from '#contract/office/money/earnings.ts';
import { useApi } from '#office/api/use-api.ts';
import { money } from '#office/format/figure.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { EarningLine } from './earning-line.ts';
import { useEarningDeed } from './use-earning-deed.ts';

/** Takes an accrual back: how much, from whom, why. */
export function ReverseForm({ line: { id, attributes }, onClose }: { readonly line: EarningLine; readonly onClose: () => void }) {
  const api = useApi();
  const { t, locale } = useTranslation();
  const reversing = useEarningDeed(
    (note: string, idempotencyKey) => api(officeReverseEarning, { params: { id }, body: { note }, idempotencyKey }),
    onClose,
  );
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
        command={reversing}
        onSubmit={(note) => reversing.mutate(note)}
        onCancel={onClose}
        waits={{ kind: 'reverse_earning', subject: id }}
      />
    </section>
  );
}
