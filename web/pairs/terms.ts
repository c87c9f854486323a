import type { DirectionAttributes } from '#contract/public/directions.ts';
import {
  currencySign,
  formatAtLeast,
  formatAtMost,
  formatMoney,
  formatPercent,
  formatRateFigure,
  limitsBetween,
} from '#core/format/amount.ts';
import type { Pair } from '#web/catalogue/systems.ts';
import type { ServerWords } from './server-words.ts';
import type { SlipRow } from '#ui/Slip.tsx';
import { exchangeTimeText, promisedTimeText } from '#web/catalogue/exchange-time-text.ts';
import { formatRate, readableRate } from '#core/format/rate.ts';

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
function feesOf({ pair, direction: { price } }: PairTerms, locale: ServerWords['locale']): readonly string[] {
  if (price === null) return [];
  const sums = [
    { amount: price.income_fee, side: pair.from },
    { amount: price.outcome_fee, side: pair.to },
    { amount: price.network_fee, side: pair.to },
  ];
  return sums.filter(({ amount }) => isNonZero(amount)).map(({ amount, side }) => formatMoney(amount, side, locale));
}

function timeQuestion({ pair, direction }: PairTerms, { t }: ServerWords): Question {
  const { median_minutes: count } = direction;
  const time = promisedTimeText(direction, t);
  return {
    question: t('pairs.question.time', { from: pair.from.name, to: pair.to.name }),
    answer: count === null ? t('pairs.question.time_promised', { time }) : t('pairs.question.time_measured', { time, count }),
  };
}

function feeQuestions(terms: PairTerms, { t, locale }: ServerWords): readonly Question[] {
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

function limitQuestions({ pair, direction: { price } }: PairTerms, { t, locale }: ServerWords): readonly Question[] {
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

function cardQuestions({ pair, direction: { card_above: threshold } }: PairTerms, { t, locale }: ServerWords): readonly Question[] {
  if (!pair.from.income_fields.some(({ kind }) => kind === 'card')) return [];
  const question = t('pairs.question.card');
  if (threshold === null) return [{ question, answer: t('pairs.question.card_never') }];
  if (!isNonZero(threshold)) return [{ question, answer: t('pairs.question.card_always') }];
  return [{ question, answer: t('pairs.question.card_above', { amount: formatMoney(threshold, pair.from, locale) }) }];
}

/** Questions about the networks: money sent in the wrong network or without its memo is usually lost. */
function networkQuestions({ pair: { from, to } }: PairTerms, { t }: ServerWords): readonly Question[] {
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

/** Questions about the pair, answered from its current terms. */
export function questionsOf(terms: PairTerms, words: ServerWords): readonly Question[] {
  const { t } = words;
  const { rate_type: type, payment_minutes: count } = terms.direction;
  return [
    timeQuestion(terms, words),
    ...feeQuestions(terms, words),
    { question: t('pairs.question.rate'), answer: t(`pairs.question.rate_${type}`, { minutes: t('pairs.minutes', { count }) }) },
    ...limitQuestions(terms, words),
    ...cardQuestions(terms, words),
    ...networkQuestions(terms, words),
    { question: t('pairs.question.account'), answer: t('pairs.question.account_text') },
  ];
}

/** The rate the other way round than `formatRate` shows it. */
function otherWayRate(
  { rate, inverse_rate: inverse }: NonNullable<PairTerms['direction']['price']>,
  { from, to }: PairTerms['pair'],
  locale: ServerWords['locale'],
): string {
  const { isInverse } = readableRate(rate);
  const [base, quote, text] = isInverse ? [from, to, rate] : [to, from, inverse];
  const signOf = (system: typeof from): string => currencySign(system.currency_iso_code, locale);
  return `1 ${signOf(base)} = ${formatRateFigure(text, locale)} ${signOf(quote)}`;
}

/** Rate in both directions, market rate, and every fee. */
export function rateRows({ pair, direction: { price, rate_type: type } }: PairTerms, { t, locale }: ServerWords): readonly SlipRow[] {
  if (price === null) return [];
  const { from, to } = pair;
  const rate = (text: string) => formatRate(text, { income: from.currency_iso_code, outcome: to.currency_iso_code }, locale);
  const fees = [
    { name: t('pairs.facts.income_fee'), amount: price.income_fee, system: from },
    { name: t('pairs.facts.outcome_fee'), amount: price.outcome_fee, system: to },
    { name: t('pairs.facts.network_fee'), amount: price.network_fee, system: to },
  ];
  return [
    { name: t('pairs.facts.rate'), value: rate(price.rate) },
    { name: t('pairs.facts.back_rate'), value: otherWayRate(price, pair, locale) },
    ...price.steps.map((step) => ({
      name: t('pairs.facts.step', { amount: formatMoney(step.from_income_amount, from, locale) }),
      value: rate(step.rate),
    })),
    { name: t('pairs.facts.market'), value: rate(price.reference_rate) },
    { name: t('pairs.facts.deviation'), value: formatPercent(price.deviation_percent, locale) },
    ...fees
      .filter(({ amount }) => isNonZero(amount))
      .map(({ name, amount, system }) => ({ name, value: formatMoney(amount, system, locale) })),
    { name: t('pairs.facts.type'), value: t(`pairs.facts.${type}`) },
  ];
}

/** Limits, reserve, duration and card verification. */
export function termRows({ pair, direction }: PairTerms, { t, locale }: ServerWords): readonly SlipRow[] {
  const { price, card_above: threshold } = direction;
  const { from, to } = pair;
  const range = (least: string, most: string, system: typeof from) => {
    const [min, max] = limitsBetween(least, most);
    return t('pairs.facts.range', { min: formatMoney(min, system, locale), max: formatMoney(max, system, locale) });
  };
  const cardKey =
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
      value: exchangeTimeText(direction, t),
    },
    { name: t('pairs.facts.payment'), value: t('pairs.minutes', { count: direction.payment_minutes }) },
    ...(from.income_fields.some(({ kind }) => kind === 'card')
      ? [{ name: t('pairs.facts.card'), value: t(cardKey, threshold === null ? {} : { amount: formatMoney(threshold, from, locale) }) }]
      : []),
  ];
}
