import { SlipRows } from '#ui/Slip.tsx';
import { formatMoney, formatPercent } from '#core/format/amount.ts';
import { formatRate } from '#core/format/rate.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Calculation, Pair } from '#web/catalogue/systems.ts';
import { exchangeTimeText, promisedTimeText } from '#web/catalogue/exchange-time-text.ts';
import { refundTermsText } from '#web/catalogue/refund-terms-text.ts';

/** Parts of the rate, one per row. Collapsed at first, so loaded after the form. */
export function BreakdownRows({ pair, calculation }: { readonly pair: Pair; readonly calculation: Calculation }) {
  const { t, locale } = useTranslation();
  const codes = { income: pair.from.currency_iso_code, outcome: pair.to.currency_iso_code };
  const rateText = (text: string) => formatRate(text, codes, locale, calculation.rate);
  const rows = [
    { name: t('exchange.breakdown.market'), value: rateText(calculation.reference_rate) },
    { name: t('exchange.breakdown.ours'), value: rateText(calculation.rate) },
    { name: t('exchange.breakdown.deviation'), value: formatPercent(calculation.deviation_percent, locale) },
    ...calculation.breakdown.map(({ kind, amount }) => ({
      name:
        kind === 'market'
          ? t('exchange.breakdown.worth', { amount: formatMoney(calculation.income_amount, pair.from, locale) })
          : t(`exchange.fee.${kind}`),
      value: formatMoney(amount, pair.to, locale),
    })),
    { name: t('exchange.breakdown.sum'), value: <strong>{formatMoney(calculation.outcome_amount, pair.to, locale)}</strong> },
    { name: t('exchange.breakdown.time'), value: exchangeTimeText(calculation, t) },
  ];
  return <SlipRows rows={rows} />;
}

/** Conditions of the direction other than its rate, shown before ordering. */
export function Conditions({ pair, calculation }: { readonly pair: Pair; readonly calculation: Calculation }) {
  const { t, locale } = useTranslation();
  const { conditions, refund_terms: refund, asks_card: asksCard, needs_review: needsReview } = calculation;
  if (conditions === null && refund === null && !asksCard && !needsReview) return null;
  return (
    <div className="mt-5 grid max-w-xl gap-2 text-sm leading-6 group-data-typed/form:invisible">
      {conditions === null ? null : <p className="wrap-anywhere">{conditions[locale]}</p>}
      {asksCard ? <p>{t('exchange.asks_card')}</p> : null}
      {needsReview ? <p>{t('exchange.needs_review', { time: promisedTimeText(calculation, t) })}</p> : null}
      {refund === null ? null : <p className="text-muted">{refundTermsText(refund, { income: pair.from, locale, t })}</p>}
    </div>
  );
}
