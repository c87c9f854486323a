import type { SlipRow } from '#ui/Slip.tsx';
import { currencySign, formatDecimal, formatMoney, formatPercent, trimRate } from '#core/format/amount.ts';
import { formatRate, readableRate } from '#core/format/rate.ts';
import type { PairTerms } from './questions.ts';
import type { Said } from './said.ts';

const isSum = (text: string): boolean => /[1-9]/.test(text);

/** The same rate in the direction in which it does not read well, for who counts from that side. */
function backRate(
  { rate, inverse_rate: inverse }: NonNullable<PairTerms['direction']['price']>,
  { from, to }: PairTerms['pair'],
  locale: Said['locale'],
): string {
  const { isInverse } = readableRate(rate);
  const [one, other, text] = isInverse ? [from, to, rate] : [to, from, inverse];
  const sign = (system: typeof from): string => currencySign(system.currency_iso_code, locale);
  return `1 ${sign(one)} = ${formatDecimal(trimRate(text), { locale })} ${sign(other)}`;
}

/** Rate both ways, the market beside it, and every sum that is taken besides. */
export function rateRows({ pair, direction: { price, rate_type: type } }: PairTerms, { t, locale }: Said): readonly SlipRow[] {
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
    ...fees.filter(({ amount }) => isSum(amount)).map(({ name, amount, of }) => ({ name, value: formatMoney(amount, of, locale) })),
    { name: t('pairs.facts.type'), value: t(`pairs.facts.${type}`) },
  ];
}

/** What is taken, what there is, how long it takes. */
export function termRows({ pair, direction }: PairTerms, { t, locale }: Said): readonly SlipRow[] {
  const { price, median_minutes: median, slow_minutes: slow, card_above: above } = direction;
  const { from, to } = pair;
  const upTo = (count: number): string => t('pairs.upto_minutes', { count });
  const range = (min: string, max: string, of: typeof from) =>
    t('pairs.facts.range', { min: formatMoney(min, of, locale), max: formatMoney(max, of, locale) });
  const card = above === null ? 'pairs.facts.card_never' : isSum(above) ? 'pairs.facts.card_above' : ('pairs.facts.card_always' as const);
  return [
    ...(price === null
      ? []
      : [
          { name: t('pairs.facts.give'), value: range(price.min_income_amount, price.max_income_amount, from) },
          { name: t('pairs.facts.get'), value: range(price.min_outcome_amount, price.max_outcome_amount, to) },
        ]),
    { name: t('pairs.facts.reserve'), value: formatMoney(direction.reserve, to, locale) },
    {
      name: t('pairs.facts.time'),
      value:
        median === null || slow === null
          ? t('pairs.facts.promised', { minutes: upTo(direction.eta_minutes) })
          : t('pairs.facts.measured', { median: upTo(median), slow: upTo(slow) }),
    },
    { name: t('pairs.facts.payment'), value: t('pairs.minutes', { count: direction.payment_minutes }) },
    ...(from.income_fields.some(({ kind }) => kind === 'card')
      ? [{ name: t('pairs.facts.card'), value: t(card, above === null ? {} : { amount: formatMoney(above, from, locale) }) }]
      : []),
  ];
}
