import type { SlipRow } from '#ui/Slip.tsx';
import { formatAtLeast, formatAtMost, currencySign, formatDecimal, formatMoney, formatPercent, trimRate } from '#core/format/amount.ts';
import { formatRate, readableRate } from '#core/format/rate.ts';
import type { PairTerms } from './questions.ts';
import type { ServerWords } from './server-words.ts';

const isNonZero = (text: string): boolean => /[1-9]/.test(text);

/** The rate in the direction that reads less well. */
function backRate(
  { rate, inverse_rate: inverse }: NonNullable<PairTerms['direction']['price']>,
  { from, to }: PairTerms['pair'],
  locale: ServerWords['locale'],
): string {
  const { isInverse } = readableRate(rate);
  const [base, quote, text] = isInverse ? [from, to, rate] : [to, from, inverse];
  const signOf = (system: typeof from): string => currencySign(system.currency_iso_code, locale);
  return `1 ${signOf(base)} = ${formatDecimal(trimRate(text), { locale })} ${signOf(quote)}`;
}

/** Rate in both directions, market rate, and every fee. */
export function rateRows({ pair, direction: { price, rate_type: type } }: PairTerms, { t, locale }: ServerWords): readonly SlipRow[] {
  if (price === null) return [];
  const { from, to } = pair;
  const rate = (text: string) => formatRate(text, { income: from.currency_iso_code, outcome: to.currency_iso_code }, locale);
  const fees = [
    { name: t('pairs.facts.income_fee'), amount: price.income_fee, of: from },
    { name: t('pairs.facts.outcome_fee'), amount: price.outcome_fee, of: to },
    { name: t('pairs.facts.network_fee'), amount: price.network_fee, of: to },
  ];
  return [
    { name: t('pairs.facts.rate'), value: rate(price.rate) },
    { name: t('pairs.facts.back_rate'), value: backRate(price, pair, locale) },
    ...price.steps.map((step) => ({
      name: t('pairs.facts.step', { amount: formatMoney(step.from_income_amount, from, locale) }),
      value: rate(step.rate),
    })),
    { name: t('pairs.facts.market'), value: rate(price.reference_rate) },
    { name: t('pairs.facts.deviation'), value: formatPercent(price.deviation_percent, locale) },
    ...fees.filter(({ amount }) => isNonZero(amount)).map(({ name, amount, of }) => ({ name, value: formatMoney(amount, of, locale) })),
    { name: t('pairs.facts.type'), value: t(`pairs.facts.${type}`) },
  ];
}

/** Limits, reserve, duration and card verification. */
export function termRows({ pair, direction }: PairTerms, { t, locale }: ServerWords): readonly SlipRow[] {
  const { price, median_minutes: median, slow_minutes: slow, card_above: threshold } = direction;
  const { from, to } = pair;
  const upTo = (count: number): string => t('pairs.upto_minutes', { count });
  const range = (min: string, max: string, of: typeof from) =>
    t('pairs.facts.range', { min: formatAtLeast(min, of, locale), max: formatAtMost(max, of, locale) });
  const card =
    threshold === null ? 'pairs.facts.card_never' : isNonZero(threshold) ? 'pairs.facts.card_above' : ('pairs.facts.card_always' as const);
  return [
    ...(price === null
      ? []
      : [
          { name: t('pairs.facts.give'), value: range(price.min_income_amount, price.max_income_amount, from) },
          { name: t('pairs.facts.get'), value: range(price.min_outcome_amount, price.max_outcome_amount, to) },
        ]),
    { name: t('pairs.facts.reserve'), value: formatAtMost(direction.reserve, to, locale) },
    {
      name: t('pairs.facts.time'),
      value:
        median === null || slow === null
          ? t('pairs.facts.promised', { minutes: upTo(direction.eta_minutes) })
          : t('pairs.facts.measured', { median: upTo(median), slow: upTo(slow) }),
    },
    { name: t('pairs.facts.payment'), value: t('pairs.minutes', { count: direction.payment_minutes }) },
    ...(from.income_fields.some(({ kind }) => kind === 'card')
      ? [{ name: t('pairs.facts.card'), value: t(card, threshold === null ? {} : { amount: formatMoney(threshold, from, locale) }) }]
      : []),
  ];
}
