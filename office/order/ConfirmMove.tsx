import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import type { OperatorMove } from '#core/access/access.ts';
import { OutdatedNotice, useEditing } from '#office/editing/Editing.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { sumTexts } from './order-money.ts';

interface RefundPartProps {
  readonly fee: NonNullable<OfficeOrderAttributes['refund_fee']>;
  readonly currency: string;
  /** The amount to refund, as entered. */
  readonly back: string;
  readonly onChange: (back: string) => void;
}

/** The amount to refund: all of it, or less the parts of the refund fee. */
function RefundPart({ fee, currency, back, onChange }: RefundPartProps) {
  const { t, locale } = useTranslation();
  const show = (amount: string) => money(amount, currency, locale);
  return (
    <div className="refund-part">
      <TextInput
        label={t('office.refund.amount', { currency })}
        description={t('office.refund.parts', {
          most: show(fee.most),
          network: show(fee.network),
          fixed: show(fee.fixed),
          share: show(fee.share),
        })}
        required
        inputMode="decimal"
        autoComplete="off"
        value={back}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className="action-row">
        <Button type="button" size="compact-sm" variant="default" onClick={() => onChange(fee.credited)}>
          {t('office.refund.whole', { amount: show(fee.credited) })}
        </Button>
        <Button type="button" size="compact-sm" variant="default" onClick={() => onChange(fee.least_refund)}>
          {t('office.refund.less', { amount: show(fee.least_refund) })}
        </Button>
      </div>
    </div>
  );
}

/** Moves that refuse or return the customer's money, or that cannot be undone. */
export const DESTRUCTIVE_MOVES: ReadonlySet<OperatorMove> = new Set(['call_off', 'reject', 'refund', 'refund_from_compliance']);

const REFUNDS: ReadonlySet<OperatorMove> = new Set(['refund', 'refund_from_compliance']);

export interface ConfirmMoveProps {
  readonly offered: OfficeOrderAttributes['allowed_moves'][number];
  readonly order: OfficeOrderAttributes;
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly onConfirm: (note: string, refundAmount?: string) => void;
  readonly onCancel: () => void;
}

/** Confirms a move: its effect with amount and destination, a note, confirm or cancel. */
export function ConfirmMove({ offered, order, problem, isBusy, onConfirm, onCancel }: ConfirmMoveProps) {
  const { t, locale } = useTranslation();
  const [note, setNote] = useState('');
  // The fee at opening: a later change of the order does not change the form
  const [fee] = useState(REFUNDS.has(offered.move) ? order.refund_fee : null);
  const [refundAmount, setRefundAmount] = useState(fee?.credited ?? '');
  const button = useRef<HTMLButtonElement>(null);
  const needsNote = offered.note === 'required';
  const noteField = useRef<HTMLTextAreaElement>(null);
  const isOutdated = useEditing(true);
  useKeys({ Escape: onCancel }, 'everywhere');
  useEffect(() => {
    const target = needsNote ? noteField : button;
    target.current?.focus();
  }, [needsNote]);
  return (
    <CheckedForm className="stack" onSubmit={() => onConfirm(note, fee === null ? undefined : refundAmount.trim())}>
      <p>{t(`office.move_effect.${offered.move}`, sumTexts(order, { locale, nowhere: t('office.order.nowhere') }))}</p>
      {fee === null ? null : (
        <RefundPart fee={fee} currency={order.income.currency_iso_code} back={refundAmount} onChange={setRefundAmount} />
      )}
      <Textarea
        label={t(needsNote ? 'office.order.note_required' : 'office.order.note')}
        required={needsNote}
        autosize
        minRows={2}
        maxLength={2000}
        ref={noteField}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <OutdatedNotice when={isOutdated && !isBusy && problem === null} />
      {problem === null ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <Button ref={button} type="submit" size="sm" {...(DESTRUCTIVE_MOVES.has(offered.move) ? { color: 'loss' } : {})} loading={isBusy}>
          {t(`office.move.${offered.move}`)}
        </Button>
        <Button type="button" variant="subtle" size="sm" onClick={onCancel}>
          {t('office.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}
