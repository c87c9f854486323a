import type { BankLineAttributes } from '#contract/office/money/bank-lines.ts';
import { money } from '#office/format/figure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface EarlierEntriesProps {
  readonly line: Pick<BankLineAttributes, 'same_number' | 'currency_iso_code'>;
}

/** Earlier entries with the operation number of this line: such a line is not matched automatically. */
export function EarlierEntries({ line: { same_number: entries, currency_iso_code: currency } }: EarlierEntriesProps) {
  const { t, locale } = useTranslation();
  return entries.map(({ amount, order_id: order }, index) => (
    <span key={index} className="badge time">
      {t(`office_by_hand.lines.number_entered.${order === null ? 'no_order' : 'order'}`, {
        amount: money(amount, currency, locale),
        order: order ?? '',
      })}
    </span>
  ));
}
