import type { PayoutTaskAttributes } from '#contract/office/money/payout-tasks.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { PAYOUT_PURPOSES } from '#core/payout/payout.ts';
import { taskActions } from '#core/payout/payout-task.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findTask, type TaskRow } from './store.ts';

/** The operator who reads a task, and the language. */
export interface Reader {
  readonly operatorId: string;
  readonly locale: Locale;
}

const optionalTimestamp = (at: Date | null): string | null => (at === null ? null : toRfc3339(at.getTime()));

/** A task for an operator; `allowed_actions` depends on the reader. */
export function presentTask(deps: Pick<Deps, 'catalogue'>, row: TaskRow, { operatorId, locale }: Reader): PayoutTaskAttributes {
  const system = deps.catalogue.paymentSystem(row.payment_system_code);
  const isMine = row.taken_by === operatorId;
  const hasProof = row.proof_key !== null;
  return {
    subject: row.subject_id,
    purpose: PAYOUT_PURPOSES.find((purpose) => purpose === row.purpose) ?? null,
    payment_system_id: row.payment_system_code,
    payment_system_name: system?.name[locale] ?? row.payment_system_code,
    amount: formatAmount(BigInt(row.amount), system?.scale ?? 0),
    currency_iso_code: system?.currency ?? '',
    destination_masked: row.destination_masked,
    state: row.state,
    asked_at: toRfc3339(row.asked_at.getTime()),
    due_at: row.state === 'waiting' || row.state === 'taken' ? toRfc3339(row.due_at.getTime()) : null,
    taken_by: row.taken_by_name,
    taken_at: optionalTimestamp(row.taken_at),
    is_mine: isMine,
    may_be_sent: row.may_be_sent,
    bank_reference: row.bank_reference,
    reason: row.reason,
    ended_by: row.ended_by_name,
    ended_at: optionalTimestamp(row.ended_at),
    has_proof: hasProof,
    is_proof_shown: row.proof_shown,
    may_show_proof: row.is_of_order,
    allowed_actions: taskActions({
      state: row.state,
      isHolder: isMine,
      isFormerHolder: row.former_holders.includes(operatorId),
      mayBeSent: row.may_be_sent,
      hasProof,
    }),
  };
}

type TaskResponse = Result<
  { readonly data: { readonly type: string; readonly id: string; readonly attributes: PayoutTaskAttributes } },
  'not_found'
>;

/** The changed task, as the response to the operator who changed it. */
export async function taskResponse(deps: Pick<Deps, 'catalogue'>, tx: Tx, reference: string, reader: Reader): Promise<TaskResponse> {
  const row = await findTask(tx, reference);
  return row
    ? accept({ data: { type: 'payout_tasks', id: row.reference, attributes: presentTask(deps, row, reader) } })
    : refuse({ code: 'not_found' });
}
