import type { DirectionAttributes } from '#contract/public/directions.ts';
import { formatMoney, formatPercent, formatAtLeast, formatAtMost } from '#core/format/amount.ts';
import type { Pair } from '#web/catalogue/systems.ts';
import type { ServerWords } from './server-words.ts';

/** A pair and the terms of its direction. */
export interface PairTerms {
  readonly pair: Pair;
  readonly direction: DirectionAttributes;
}

export interface Question {
  readonly question: string;
  readonly answer: string;
}

const isNonZero = (text: string): boolean => /[1-9]/.test(text);

/** Every fee of the pair, each in its own currency. */
export function feesOf({ pair, direction: { price } }: PairTerms, locale: ServerWords['locale']): readonly string[] {
  if (price === null) return [];
  const sums = [
    { amount: price.income_fee, side: pair.from },
    { amount: price.outcome_fee, side: pair.to },
    { amount: price.network_fee, side: pair.to },
  ];
  return sums.filter(({ amount }) => isNonZero(amount)).map(({ amount, side }) => formatMoney(amount, side, locale));
}

function timeOf({ pair, direction }: PairTerms, { t }: ServerWords): Question {
  const { median_minutes: median, slow_minutes: slow, eta_minutes: eta } = direction;
  const upTo = (count: number): string => t('pairs.upto_minutes', { count });
  return {
    question: t('pairs.question.time', { from: pair.from.name, to: pair.to.name }),
    answer:
      median === null || slow === null
        ? t('pairs.question.time_promised', { minutes: upTo(eta) })
        : t('pairs.question.time_measured', { median: upTo(median), slow: upTo(slow) }),
  };
}

function feeOf(terms: PairTerms, { t, locale }: ServerWords): readonly Question[] {
  const { price } = terms.direction;
  if (price === null) return [];
  const sums = feesOf(terms, locale);
  const included = t('pairs.question.fee_included', { percent: formatPercent(price.deviation_percent, locale) });
  return [
    {
      question: t('pairs.question.fee'),
      answer: sums.length === 0 ? included : `${included} ${t('pairs.question.fee_sums', { sums: sums.join(' + ') })}`,
    },
  ];
}

function limitsOf({ pair, direction: { price } }: PairTerms, { t, locale }: ServerWords): readonly Question[] {
  if (price === null) return [];
  const answer = t('pairs.question.limits_range', {
    min_give: formatAtLeast(price.min_income_amount, pair.from, locale),
    max_give: formatAtMost(price.max_income_amount, pair.from, locale),
    min_get: formatAtLeast(price.min_outcome_amount, pair.to, locale),
    max_get: formatAtMost(price.max_outcome_amount, pair.to, locale),
  });
  const { max } = price.limit_reasons;
  const reason = max === 'reserve' || max === 'requisites' ? ` ${t(`pairs.facts.max_reason.${max}`)}` : '';
  return [{ question: t('pairs.question.limits'), answer: answer + reason }];
}

function cardOf({ pair, direction: { card_above: threshold } }: PairTerms, { t, locale }: ServerWords): readonly Question[] {
  if (!pair.from.income_fields.some(({ kind }) => kind === 'card')) return [];
  const question = t('pairs.question.card');
  if (threshold === null) return [{ question, answer: t('pairs.question.card_never') }];
  if (!isNonZero(threshold)) return [{ question, answer: t('pairs.question.card_always') }];
  return [{ question, answer: t('pairs.question.card_above', { amount: formatMoney(threshold, pair.from, locale) }) }];
}

/** Money sent in the wrong network, or without its memo, is mostly lost. */
function networksOf({ pair: { from, to } }: PairTerms, { t }: ServerWords): readonly Question[] {
  const memo = to.outcome_fields.some(({ kind }) => kind === 'memo') ? ` ${t('pairs.question.memo')}` : '';
  const sides = [
    { side: 'give', system: from, suffix: '' },
    { side: 'get', system: to, suffix: memo },
  ] as const;
  return sides.flatMap(({ side, system: { name, network }, suffix }) =>
    network === null
      ? []
      : [
          {
            question: t(`pairs.question.${side}_network`, { name }),
            answer: t(`pairs.question.${side}_network_text`, { network }) + suffix,
          },
        ],
  );
}

/** Questions about the pair, answered from its present terms. */
export function questionsOf(terms: PairTerms, words: ServerWords): readonly Question[] {
  const { t } = words;
  const { rate_type: type, payment_minutes: count } = terms.direction;
  return [
    timeOf(terms, words),
    ...feeOf(terms, words),
    { question: t('pairs.question.rate'), answer: t(`pairs.question.rate_${type}`, { minutes: t('pairs.minutes', { count }) }) },
    ...limitsOf(terms, words),
    ...cardOf(terms, words),
    ...networksOf(terms, words),
    { question: t('pairs.question.account'), answer: t('pairs.question.account_text') },
  ];
}
