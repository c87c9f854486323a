import { Button } from '@mantine/core';
import type { OfficeOrderAttributes } from '#contract/office/orders/orders.ts';
import { TextInput } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface RefundPartProps {
  readonly fee: NonNullable<OfficeOrderAttributes['refund_fee']>;
  readonly currency: string;
  /** The amount to refund, as entered. */
  readonly back: string;
  readonly onChange: (back: string) => void;
}

/** The amount to refund: all of it, or less the parts of the refund fee. */
export function RefundPart({ fee, currency, back, onChange }: RefundPartProps) {
  const { t, locale } = useTranslation();
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
