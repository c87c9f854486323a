import { useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { SlipRows } from '#ui/Slip.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Pair, Calculation } from '#web/catalogue/systems.ts';
import * as z from 'zod/mini';
import type { CallError } from '#contract/call-errors.ts';
import { RateCalculationAttributes } from '#contract/public/rate-calculations.ts';
import { compare, fractionFromDecimal } from '#core/money/fraction.ts';
import { SLOT_KINDS } from '#core/slots/slot.ts';

interface RateQuestionProps {
  readonly pair: Pair;
  readonly question: Question;
  readonly onAccept: () => void;
  readonly onNextSlot: (slotId: string, outcomeAmount: string | null) => void;
  readonly onDrop: () => void;
}

/** Asks for consent to worse amounts or another slot before the order is created. */
export function RateQuestion(props: RateQuestionProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => dialog.current?.focus(), []);
  return (
    <div
      ref={dialog}
      tabIndex={-1}
      role="alertdialog"
      aria-labelledby="rate-question"
      className="mt-6 rounded-tray border-2 border-time bg-time-tint p-5 outline-none"
    >
      <h2 id="rate-question" className="text-lg font-semibold">
        {t(`exchange.question.${props.question.kind}.title`)}
      </h2>
      {props.question.kind === 'rate_changed' ? (
        <RateChanged {...props} question={props.question} />
      ) : (
        <SlotGone {...props} question={props.question} />
      )}
    </div>
  );
}

function RateChanged({
  pair,
  question,
  onAccept,
  onDrop,
}: RateQuestionProps & { readonly question: Extract<Question, { kind: 'rate_changed' }> }) {
  const { t, locale } = useTranslation();
  const { before, after } = question;
  const amountsText = (income: string, outcome: string) =>
    `${formatMoney(income, pair.from, locale)} ${t('shell.for')} ${formatMoney(outcome, pair.to, locale)}`;
  return (
    <>
      <div className="my-3 max-w-xl">
        <SlipRows
          rows={[
            { name: t('exchange.question.rate_changed.before'), value: <s>{amountsText(before.income_amount, before.outcome_amount)}</s> },
            { name: t('exchange.question.rate_changed.after'), value: amountsText(after.income_amount, after.outcome_amount) },
          ]}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button tone="action" onClick={onAccept}>
          {t('exchange.question.rate_changed.accept')}
        </Button>
        <Button onClick={onDrop}>{t('exchange.question.rate_changed.refuse')}</Button>
      </div>
    </>
  );
}

function SlotGone({
  pair,
  question,
  onNextSlot,
  onDrop,
}: RateQuestionProps & { readonly question: Extract<Question, { kind: 'slot_gone' }> }) {
  const { t, locale } = useTranslation();
  const { nextSlot, message } = question;
  const amount = nextSlot?.outcome_amount ?? null;
  return (
    <>
      <p className="my-3">{message}</p>
      <div className="flex flex-wrap gap-3">
        {nextSlot === null ? null : (
          <Button tone="action" onClick={() => onNextSlot(nextSlot.id, amount)}>
            {t('exchange.question.slot_gone.next', {
              kind: t(`exchange.slot.${nextSlot.kind}`),
              amount: amount === null ? t('exchange.slot.any') : formatMoney(amount, pair.to, locale),
            })}
          </Button>
        )}
        <Button onClick={onDrop}>{t('exchange.question.slot_gone.without')}</Button>
      </div>
    </>
  );
}

/** Slot that a refusal offers instead of the unavailable one. */
const NextSlot = z.object({ id: z.string(), kind: z.enum(SLOT_KINDS), outcome_amount: z.nullable(z.string()) });
type Slot = z.output<typeof NextSlot>;

/** A question the customer has to answer before the order is created. */
export type Question =
  | { readonly kind: 'rate_changed'; readonly before: Calculation; readonly after: Calculation }
  | { readonly kind: 'slot_gone'; readonly message: string; readonly nextSlot: Slot | null };

const CalculationResource = z.object({ id: z.string(), attributes: RateCalculationAttributes });

/** Question of a refusal; null: none. `before`: the calculation the form was sent with. */
export function questionOf(errors: readonly CallError[], before: Calculation | null): Question | null {
  const rateChanged = errors.find((error) => error.code === 'rate_changed');
  const newCalculation = z.safeParse(CalculationResource, rateChanged?.meta['rate_calculation']);
  if (newCalculation.success && before !== null)
    return { kind: 'rate_changed', before, after: { ...newCalculation.data.attributes, id: newCalculation.data.id } };
  const slotUnavailable = errors.find((error) => error.code === 'slot_unavailable');
  if (slotUnavailable === undefined) return null;
  const nextSlot = z.safeParse(NextSlot, slotUnavailable.meta['next_slot']);
  return { kind: 'slot_gone', message: slotUnavailable.message, nextSlot: nextSlot.success ? nextSlot.data : null };
}

const isAtLeast = (left: string, right: string): boolean => {
  const [a, b] = [fractionFromDecimal(left), fractionFromDecimal(right)];
  return a !== undefined && b !== undefined && compare(a, b) >= 0;
};

/** Whether the new outcome is at least as large and the new income at most as large (domain 3: such a change needs no consent). */
export const isNoWorse = (
  after: Pick<Calculation, 'income_amount' | 'outcome_amount'>,
  before: Pick<Calculation, 'income_amount' | 'outcome_amount'>,
): boolean => isAtLeast(after.outcome_amount, before.outcome_amount) && isAtLeast(before.income_amount, after.income_amount);
