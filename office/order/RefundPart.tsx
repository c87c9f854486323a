import { Button } from '@mantine/core';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { TextInput } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { useWords } from '#office/words/Words.tsx';

export interface RefundPartProps {
  readonly fee: NonNullable<OfficeOrderAttributes['refund_fee']>;
  readonly currency: string;
  /** How much goes back, as typed. */
  readonly back: string;
  readonly onChange: (back: string) => void;
}

/** How much of the money goes back: all of it, or less what the owner's rule lets the shop keep, part by part. */
export function RefundPart({ fee, currency, back, onChange }: RefundPartProps) {
  const { t, locale } = useWords();
  const show = (amount: string) => money(amount, currency, locale);
  return (
    <div className="refund-part">
      <TextInput
        label={t('office.refund.amount', { currency })}
        description={t('office.refund.parts', {
          most: show(fee.most),
          network: show(fee.network),
          fixed: show(fee.fixed),
          share: show(fee.share),
        })}
        required
        inputMode="decimal"
        autoComplete="off"
        value={back}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className="deeds">
        <Button type="button" size="compact-sm" variant="default" onClick={() => onChange(fee.credited)}>
          {t('office.refund.whole', { amount: show(fee.credited) })}
        </Button>
        <Button type="button" size="compact-sm" variant="default" onClick={() => onChange(fee.least_refund)}>
          {t('office.refund.less', { amount: show(fee.least_refund) })}
        </Button>
      </div>
    </div>
  );
}
