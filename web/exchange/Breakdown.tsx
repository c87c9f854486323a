import { SlipRows } from '#ui/Slip.tsx';
import { currencySign, formatDecimal, formatMoney, formatPercent, trimRate } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Calculation, Pair } from './systems.ts';

/** What the rate is made of, every fee in money: open to whoever wants to know. */
export function Breakdown({ pair, calculation }: { readonly pair: Pair; readonly calculation: Calculation }) {
  const { t, locale } = useWords();
  const rate = (text: string) =>
    `1 ${currencySign(pair.from.currency_iso_code, locale)} = ${formatDecimal(trimRate(text, 8), { locale })} ${currencySign(pair.to.currency_iso_code, locale)}`;
  const rows = [
    { name: t('web.breakdown.market'), value: rate(calculation.reference_rate) },
    { name: t('web.breakdown.ours'), value: rate(calculation.rate) },
    { name: t('web.breakdown.deviation'), value: formatPercent(calculation.deviation_percent, locale) },
    ...calculation.breakdown.map(({ kind, amount }) => ({
      name:
        kind === 'market'
          ? t('web.breakdown.worth', { amount: formatMoney(calculation.income_amount, pair.from, locale) })
          : t(`web.fee.${kind}`),
      value: formatMoney(amount, pair.to, locale),
    })),
    { name: t('web.breakdown.sum'), value: <strong>{formatMoney(calculation.outcome_amount, pair.to, locale)}</strong> },
    calculation.median_minutes === null
      ? { name: t('web.breakdown.promised'), value: t('web.breakdown.at_most', { count: calculation.eta_minutes }) }
      : { name: t('web.breakdown.eta'), value: t('web.minutes', { count: calculation.median_minutes }) },
  ];
  return (
    <details className="group mt-5 group-data-typed/form:invisible">
      <summary className="link inline-block min-h-6 text-sm font-medium">{t('web.breakdown.title')}</summary>
      <div className="mt-2 max-w-xl">
        <SlipRows rows={rows} />
        <p className="mt-2 text-sm text-muted">{t(`web.breakdown.${calculation.rate_type}`)}</p>
      </div>
    </details>
  );
}
