import { useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { SlipRows } from '#ui/Slip.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Pair } from '#web/catalogue/systems.ts';
import type { Question } from './question.ts';

export interface RateQuestionProps {
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
  const { next, message } = question;
  const amount = next?.outcome_amount ?? null;
  return (
    <>
      <p className="my-3">{message}</p>
      <div className="flex flex-wrap gap-3">
        {next === null ? null : (
          <Button tone="action" onClick={() => onNextSlot(next.id, amount)}>
            {t('exchange.question.slot_gone.next', {
              kind: t(`exchange.slot.${next.kind}`),
              amount: amount === null ? t('exchange.slot.any') : formatMoney(amount, pair.to, locale),
            })}
          </Button>
        )}
        <Button onClick={onDrop}>{t('exchange.question.slot_gone.without')}</Button>
      </div>
    </>
  );
}
