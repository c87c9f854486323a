import { SlipRows } from '#ui/Slip.tsx';
import { currencySign, formatDecimal, formatMoney, formatPercent, trimRate } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { refundWords } from './refund-words.ts';
import type { Calculation, Pair } from './systems.ts';

/** What the rate is made of, every fee in money: open to whoever wants to know. */
export function Breakdown({ pair, calculation }: { readonly pair: Pair; readonly calculation: Calculation }) {
  const { t, locale } = useWords();
  const rate = (text: string) =>
    `1 ${currencySign(pair.from.currency_iso_code, locale)} = ${formatDecimal(trimRate(text, 8), { locale })} ${currencySign(pair.to.currency_iso_code, locale)}`;
  const rows = [
    { name: t('exchange.breakdown.market'), value: rate(calculation.reference_rate) },
    { name: t('exchange.breakdown.ours'), value: rate(calculation.rate) },
    { name: t('exchange.breakdown.deviation'), value: formatPercent(calculation.deviation_percent, locale) },
    ...calculation.breakdown.map(({ kind, amount }) => ({
      name:
        kind === 'market'
          ? t('exchange.breakdown.worth', { amount: formatMoney(calculation.income_amount, pair.from, locale) })
          : t(`exchange.fee.${kind}`),
      value: formatMoney(amount, pair.to, locale),
    })),
    { name: t('exchange.breakdown.sum'), value: <strong>{formatMoney(calculation.outcome_amount, pair.to, locale)}</strong> },
    calculation.median_minutes === null
      ? { name: t('exchange.breakdown.promised'), value: t('exchange.breakdown.at_most', { count: calculation.eta_minutes }) }
      : { name: t('exchange.breakdown.eta'), value: t('exchange.minutes', { count: calculation.median_minutes }) },
  ];
  return (
    <>
      <Conditions pair={pair} calculation={calculation} />
      <details className="group mt-5 group-data-typed/form:invisible">
        <summary className="link inline-block min-h-6 text-sm font-medium">{t('exchange.breakdown.title')}</summary>
        <div className="mt-2 max-w-xl">
          <SlipRows rows={rows} />
          <p className="mt-2 text-sm text-muted">{t(`exchange.breakdown.${calculation.rate_type}`)}</p>
        </div>
      </details>
    </>
  );
}

/** What holds for this direction beside its rate, told before anything is ordered. */
function Conditions({ pair, calculation }: { readonly pair: Pair; readonly calculation: Calculation }) {
  const { t, locale } = useWords();
  const { conditions, refund_terms: refund, asks_card: asksCard } = calculation;
  if (conditions === null && refund === null && !asksCard) return null;
  return (
    <div className="mt-5 grid max-w-xl gap-2 text-sm leading-6 group-data-typed/form:invisible">
      {conditions === null ? null : <p className="wrap-anywhere">{conditions[locale]}</p>}
      {asksCard ? <p>{t('exchange.asks_card')}</p> : null}
      {refund === null ? null : <p className="text-muted">{refundWords(refund, { income: pair.from, locale, t })}</p>}
    </div>
  );
}
