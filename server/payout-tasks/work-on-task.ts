import type { AuditAction } from '#core/audit-action.ts';
import { parseAmount } from '#core/money/amount.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import type { PayoutPurpose } from '#core/payout.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps, PayoutDeps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { openPayout } from '#server/payouts/open-payout.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { TASKS_CHANNEL } from './paying-people.ts';
import { payoutPause } from '#server/switches/payout-pause.ts';
import { MANUAL_RAIL } from '#server/pool/closed-systems.ts';
import { findSentBy, findTask, saveEnded, saveGivenBack, saveTaken, type TaskRow } from './store.ts';

type TaskDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'catalogue' | 'secrets'>;

interface OnTask {
  readonly reference: string;
  readonly operatorId: string;
}

type TaskRefusal = 'not_found' | 'lease_held' | 'order_state_conflict' | 'required';

async function note(
  deps: TaskDeps,
  tx: Tx,
  task: TaskRow,
  deed: { readonly action: AuditAction; readonly operatorId: string; readonly detail?: object },
): Promise<void> {
  await recordAudit(deps, tx, {
    actorId: deed.operatorId,
    action: deed.action,
    subjectType: 'order',
    subjectId: task.subject_id,
    detail: { payout_id: task.reference, payment_system: task.payment_system_code, amount: task.amount, ...deed.detail },
  });
  deps.live.hint(tx, TASKS_CHANNEL, task.reference);
}

/** The task of the one who has it in hand. */
async function own(tx: Tx, { reference, operatorId }: OnTask): Promise<Result<TaskRow, 'not_found' | 'order_state_conflict'>> {
  const task = await findTask(tx, reference);
  if (!task) return refuse({ code: 'not_found' });
  return task.state === 'taken' && task.taken_by === operatorId ? accept(task) : refuse({ code: 'order_state_conflict' });
}

/** What stops the machine stops people as well: nothing new leaves while payouts are paused; what has left is still said. */
async function stopped(deps: Pick<Deps, 'clock'>, tx: Tx, task: TaskRow): Promise<Result<null, 'order_state_conflict'>> {
  const pause = await payoutPause(tx, { code: task.payment_system_code, rail: MANUAL_RAIL, now: deps.clock.now() });
  return pause === null ? accept(null) : refuse({ code: 'order_state_conflict', message: 'payout_paused' });
}

/**
 * Takes a payout in hand, alone (R68). It does not fall back by itself: he may have sent the money and be away, and nobody may send
 * it again. Another one takes it over by saying why.
 */
export async function takeTask(
  deps: TaskDeps,
  tx: Tx,
  input: OnTask & { readonly takeOverNote: string | null },
): Promise<Result<null, TaskRefusal>> {
  const { reference, operatorId, takeOverNote } = input;
  const task = await findTask(tx, reference);
  if (!task) return refuse({ code: 'not_found' });
  const isHis = task.state === 'taken' && task.taken_by === operatorId;
  if (isHis) return accept(null);
  if (task.state === 'sent' || task.state === 'failed') return refuse({ code: 'order_state_conflict' });
  if (task.state === 'taken' && takeOverNote === null)
    return refuse({ code: 'lease_held', message: 'task_taken', meta: { holder: task.taken_by_name } });
  if (task.state === 'taken' && takeOverNote === '') return refuse({ code: 'required', field: 'take_over_note' });
  const free = await stopped(deps, tx, task);
  if (!free.ok) return free;
  if (!(await saveTaken(tx, reference, { by: operatorId, from: task.taken_by, now: deps.clock.now() })))
    return refuse({ code: 'lease_held', message: 'task_taken', meta: {} });
  const isOver = task.state === 'taken';
  await note(deps, tx, task, {
    action: isOver ? 'payout_task.take_over' : 'payout_task.take',
    operatorId,
    detail: isOver ? { from: task.taken_by, note: takeOverNote } : {},
  });
  return accept(null);
}

/** Gives it back: nothing was sent. */
export async function giveBackTask(deps: TaskDeps, tx: Tx, input: OnTask): Promise<Result<null, TaskRefusal>> {
  const task = await own(tx, input);
  if (!task.ok) return task;
  if (!(await saveGivenBack(tx, input.reference, input.operatorId))) return refuse({ code: 'order_state_conflict' });
  await note(deps, tx, task.value, { action: 'payout_task.give_back', operatorId: input.operatorId });
  return accept(null);
}

/** Where it goes, whole: to the one who has it in hand, and written down. */
export async function revealTask(
  deps: PayoutDeps,
  tx: Tx,
  input: OnTask,
): Promise<
  Result<
    { readonly task: TaskRow; readonly purpose: PayoutPurpose; readonly values: RequisiteValues },
    'not_found' | 'order_state_conflict'
  >
> {
  const task = await own(tx, input);
  if (!task.ok) return task;
  const free = await stopped(deps, tx, task.value);
  if (!free.ok) return free;
  const payout = await openPayout(deps, tx, input.reference);
  if (!payout) return refuse({ code: 'not_found' });
  await note(deps, tx, task.value, { action: 'requisites.view', operatorId: input.operatorId, detail: { purpose: payout.purpose } });
  return accept({ task: task.value, ...payout });
}

export interface TaskWord extends OnTask {
  readonly outcome: 'sent' | 'failed';
  /** The bank's name of the transfer. */
  readonly bankReference: string;
  /** As it was typed anew: another amount is refused. */
  readonly amount: string;
  readonly reason: string;
  /** Nothing can be paid to this destination: its customer is asked for another one. */
  readonly blamesDestination: boolean;
}

/** What the one who has it in hand says of it, once. The order side hears it from the rail within a second. */
export async function endTask(
  deps: TaskDeps,
  tx: Tx,
  input: TaskWord,
): Promise<Result<null, TaskRefusal | 'not_allowed_amount' | 'invalid_format'>> {
  const task = await own(tx, input);
  if (!task.ok) return task;
  const [bankReference, reason] = [input.bankReference.trim(), input.reason.trim()];
  const isSent = input.outcome === 'sent';
  if (isSent && bankReference === '') return refuse({ code: 'required', field: 'reference' });
  if (!isSent && reason === '') return refuse({ code: 'required', field: 'reason' });
  const scale = deps.catalogue.paymentSystem(task.value.payment_system_code)?.scale ?? 0;
  const typed = parseAmount(tidyAmount(input.amount), { scale, precision: scale });
  if (isSent && (!typed.ok || typed.minor !== BigInt(task.value.amount)))
    return refuse({ code: 'not_allowed_amount', field: 'amount', message: 'payout_amount_differs' });
  const other = isSent ? await findSentBy(tx, task.value, bankReference) : undefined;
  if (other !== undefined)
    return refuse({ code: 'invalid_format', field: 'reference', message: 'payout_reference_used', params: { subject: other } });
  const end = {
    state: input.outcome,
    bankReference: isSent ? bankReference : null,
    reason: reason || null,
    blamesDestination: !isSent && input.blamesDestination,
    by: input.operatorId,
    now: deps.clock.now(),
  };
  if (!(await saveEnded(tx, input.reference, end))) return refuse({ code: 'order_state_conflict' });
  await note(deps, tx, task.value, {
    action: `payout_task.${input.outcome}`,
    operatorId: input.operatorId,
    detail: { reference: bankReference, reason, ...(end.blamesDestination ? { blames_destination: true } : {}) },
  });
  return accept(null);
}
