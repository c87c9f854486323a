import type { DirectionAttributes } from '#contract/directions.ts';
import { formatMoney, formatPercent } from '#core/format/amount.ts';
import type { Pair } from '#web/exchange/systems.ts';
import type { Said } from './said.ts';

/** What a pair's page says of a pair. */
export interface PairTerms {
  readonly pair: Pair;
  readonly direction: DirectionAttributes;
}

export interface Question {
  readonly ask: string;
  readonly answer: string;
}

const isSum = (text: string): boolean => /[1-9]/.test(text);

/** Every sum that is taken of each exchange, in its own currency. */
export function sumsOf({ pair, direction: { price } }: PairTerms, locale: Said['locale']): readonly string[] {
  if (price === null) return [];
  const sums = [
    { amount: price.income_fee, side: pair.from },
    { amount: price.outcome_fee, side: pair.to },
    { amount: price.network_fee, side: pair.to },
  ];
  return sums.filter(({ amount }) => isSum(amount)).map(({ amount, side }) => formatMoney(amount, side, locale));
}

function timeOf({ pair, direction }: PairTerms, { t }: Said): Question {
  const { median_minutes: median, slow_minutes: slow, eta_minutes: eta } = direction;
  const upTo = (count: number): string => t('pairs.upto_minutes', { count });
  return {
    ask: t('pairs.question.time', { from: pair.from.name, to: pair.to.name }),
    answer:
      median === null || slow === null
        ? t('pairs.question.time_promised', { minutes: upTo(eta) })
        : t('pairs.question.time_measured', { median: upTo(median), slow: upTo(slow) }),
  };
}

function feeOf(terms: PairTerms, { t, locale }: Said): readonly Question[] {
  const { price } = terms.direction;
  if (price === null) return [];
  const sums = sumsOf(terms, locale);
  const included = t('pairs.question.fee_included', { percent: formatPercent(price.deviation_percent, locale) });
  return [
    {
      ask: t('pairs.question.fee'),
      answer: sums.length === 0 ? included : `${included} ${t('pairs.question.fee_sums', { sums: sums.join(' + ') })}`,
    },
  ];
}

function limitsOf({ pair, direction: { price } }: PairTerms, { t, locale }: Said): readonly Question[] {
  if (price === null) return [];
  const answer = t('pairs.question.limits_range', {
    min_give: formatMoney(price.min_income_amount, pair.from, locale),
    max_give: formatMoney(price.max_income_amount, pair.from, locale),
    min_get: formatMoney(price.min_outcome_amount, pair.to, locale),
    max_get: formatMoney(price.max_outcome_amount, pair.to, locale),
  });
  const { max } = price.limit_reasons;
  const reason = max === 'reserve' || max === 'requisites' ? ` ${t(`pairs.facts.max_reason.${max}`)}` : '';
  return [{ ask: t('pairs.question.limits'), answer: answer + reason }];
}

function cardOf({ pair, direction: { card_above: above } }: PairTerms, { t, locale }: Said): readonly Question[] {
  if (!pair.from.income_fields.some(({ kind }) => kind === 'card')) return [];
  const ask = t('pairs.question.card');
  if (above === null) return [{ ask, answer: t('pairs.question.card_never') }];
  if (!isSum(above)) return [{ ask, answer: t('pairs.question.card_always') }];
  return [{ ask, answer: t('pairs.question.card_above', { amount: formatMoney(above, pair.from, locale) }) }];
}

/** Money that goes in the wrong network, or without its memo, is mostly lost. */
function networksOf({ pair: { from, to } }: PairTerms, { t }: Said): readonly Question[] {
  const memo = to.outcome_fields.some(({ kind }) => kind === 'memo') ? ` ${t('pairs.question.memo')}` : '';
  const sides = [
    { side: 'give', system: from, more: '' },
    { side: 'get', system: to, more: memo },
  ] as const;
  return sides.flatMap(({ side, system: { name, network }, more }) =>
    network === null
      ? []
      : [{ ask: t(`pairs.question.${side}_network`, { name }), answer: t(`pairs.question.${side}_network_text`, { network }) + more }],
  );
}

/** Questions that people ask of this very pair, answered from what holds for it now. */
export function questionsOf(terms: PairTerms, said: Said): readonly Question[] {
  const { t } = said;
  const { rate_type: type, payment_minutes: count } = terms.direction;
  return [
    timeOf(terms, said),
    ...feeOf(terms, said),
    { ask: t('pairs.question.rate'), answer: t(`pairs.question.rate_${type}`, { minutes: t('pairs.minutes', { count }) }) },
    ...limitsOf(terms, said),
    ...cardOf(terms, said),
    ...networksOf(terms, said),
    { ask: t('pairs.question.account'), answer: t('pairs.question.account_text') },
  ];
}
