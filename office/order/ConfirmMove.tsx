import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import type { OperatorMove } from '#core/access.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { Gone } from '#office/in-hand/Gone.tsx';
import { useHold } from '#office/in-hand/hand.ts';
import { sendByKeys } from '#office/keyboard/send-by-keys.ts';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { useWords } from '#office/words/Words.tsx';
import { RefundPart } from './RefundPart.tsx';
import { sumsOf } from './sums-of.ts';

/** Moves that take something away from the customer or cannot be undone. */
export const GRAVE: ReadonlySet<OperatorMove> = new Set(['call_off', 'reject', 'refund', 'refund_from_compliance']);

const REFUNDS: ReadonlySet<OperatorMove> = new Set(['refund', 'refund_from_compliance']);

export interface ConfirmMoveProps {
  readonly offered: OfficeOrderAttributes['allowed_moves'][number];
  readonly order: OfficeOrderAttributes;
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly onConfirm: (note: string, refundAmount?: string) => void;
  readonly onCancel: () => void;
}

/** The second step of a move: what it does with how much and where to, why, and yes or no. */
export function ConfirmMove({ offered, order, problem, isBusy, onConfirm, onCancel }: ConfirmMoveProps) {
  const { t, locale } = useWords();
  const [note, setNote] = useState('');
  // As it was when this was opened: what is typed stays where the order has gone on
  const [fee] = useState(REFUNDS.has(offered.move) ? order.refund_fee : null);
  const [back, setBack] = useState(fee?.credited ?? '');
  const button = useRef<HTMLButtonElement>(null);
  const needsNote = offered.note === 'required';
  const words = useRef<HTMLTextAreaElement>(null);
  const isGone = useHold(true);
  useKeys({ Escape: onCancel }, 'everywhere');
  useEffect(() => {
    const next = needsNote ? words : button;
    next.current?.focus();
  }, [needsNote]);
  return (
    <CheckedForm className="confirm" onSubmit={() => onConfirm(note, fee === null ? undefined : back.trim())}>
      <p>{t(`office.move_effect.${offered.move}`, sumsOf(order, { locale, nowhere: t('office.order.nowhere') }))}</p>
      {fee === null ? null : <RefundPart fee={fee} currency={order.income.currency_iso_code} back={back} onChange={setBack} />}
      <Textarea
        label={t(needsNote ? 'office.order.note_required' : 'office.order.note')}
        required={needsNote}
        autosize
        minRows={2}
        maxLength={2000}
        ref={words}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={sendByKeys}
      />
      <Gone when={isGone && !isBusy && problem === null} />
      {problem === null ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <Button ref={button} type="submit" size="sm" {...(GRAVE.has(offered.move) ? { color: 'loss' } : {})} loading={isBusy}>
          {t(`office.move.${offered.move}`)}
        </Button>
        <Button type="button" variant="subtle" size="sm" onClick={onCancel}>
          {t('office.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}
