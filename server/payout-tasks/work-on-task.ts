import type { AuditAction } from '#core/staff/audit-action.ts';
import { parseAmount } from '#core/money/amount.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import type { PayoutPurpose } from '#core/payout/payout.ts';
import type { FormerHolderReport } from '#core/payout/payout-task.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { PayoutDeps } from '#server/payouts/subject.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { openPayoutDestination } from '#server/payouts/queries.ts';
import { claimLease, findLease, LEASE_CHANNELS, takeOverLease } from '#server/leases/lease.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { TASKS_CHANNEL } from './manual-payouts.ts';
import { payoutPause } from '#server/switches/switches.ts';
import { MANUAL_RAIL } from '#server/pool/closed-systems.ts';
import { findSubjectByBankReference, lockTask, saveEnd, saveReleased, saveNotSent, saveTaken, type TaskRow } from './store.ts';

/** Taking an order's payout also claims the order's lease. Another holder is named in the refusal. */
async function claimOrderLease(
  deps: TaskDeps,
  tx: Tx,
  task: TaskRow,
  { operatorId, note }: { readonly operatorId: string; readonly note: string | null },
): Promise<Result<null, 'lease_held' | 'required'>> {
  if (!task.is_of_order) return accept(null);
  const input = { subject: { kind: 'order', id: task.subject_id }, operatorId } as const;
  const lease = await findLease(deps, tx, input);
  const isHeldByOther = lease !== null && !lease.is_mine;
  const claimed =
    isHeldByOther && note !== null
      ? await takeOverLease(deps, tx, { ...input, holder: lease.holder, note })
      : await claimLease(deps, tx, input);
  return claimed.ok ? accept(null) : claimed;
}

type TaskDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'log' | 'catalogue' | 'secrets'>;

interface TaskInput {
  readonly reference: string;
  readonly operatorId: string;
}

type TaskRefusal = 'not_found' | 'lease_held' | 'order_state_conflict' | 'required';

async function recordAction(
  deps: TaskDeps,
  tx: Tx,
  task: TaskRow,
  event: { readonly action: AuditAction; readonly operatorId: string; readonly detail?: object },
): Promise<void> {
  await recordAudit(deps, tx, {
    actorId: event.operatorId,
    action: event.action,
    subjectType: task.is_of_order ? 'order' : 'withdrawal',
    subjectId: task.subject_id,
    detail: { payout_id: task.reference, payment_system: task.payment_system_code, amount: task.amount, ...event.detail },
  });
  deps.live.hint(tx, TASKS_CHANNEL, task.reference);
  // The order's page and queue row show the holder
  if (task.is_of_order) await deps.live.notify(tx, LEASE_CHANNELS.order, task.subject_id);
}

const isTakenBy = (task: TaskRow, operatorId: string): boolean => task.state === 'taken' && task.taken_by === operatorId;

/** The task, locked; refused unless this operator has taken it. */
async function lockTaken(tx: Tx, { reference, operatorId }: TaskInput): Promise<Result<TaskRow, 'not_found' | 'order_state_conflict'>> {
  const task = await lockTask(tx, reference);
  if (!task) return refuse({ code: 'not_found' });
  return isTakenBy(task, operatorId) ? accept(task) : refuse({ code: 'order_state_conflict' });
}

/** As `lockTaken`, and refused while a former holder may have sent the money: it must first be marked as not sent. */
async function lockTakenUnsent(tx: Tx, input: TaskInput): Promise<Result<TaskRow, 'not_found' | 'order_state_conflict'>> {
  const task = await lockTaken(tx, input);
  return task.ok && task.value.may_be_sent ? refuse({ code: 'order_state_conflict', message: 'task_may_be_sent' }) : task;
}

/** Manual payouts are paused like automatic ones; a payout already sent can still be ended. */
async function checkNotPaused(deps: Pick<Deps, 'clock'>, tx: Tx, task: TaskRow): Promise<Result<null, 'order_state_conflict'>> {
  const pause = await payoutPause(tx, { code: task.payment_system_code, rail: MANUAL_RAIL, now: deps.clock.now() });
  return pause === null ? accept(null) : refuse({ code: 'order_state_conflict', message: 'payout_paused' });
}

interface TakeOver {
  readonly note: string | null;
  /** The previous holder's answer: was the money sent? */
  readonly previousHolderAnswer: FormerHolderReport | null;
}

/** A take-over needs a note and the previous holder's answer; both are audited. */
function checkTakeOver(task: TaskRow, { note, previousHolderAnswer: answer }: TakeOver): Result<null, TaskRefusal> {
  if (task.state === 'waiting') return accept(null);
  if (note === null) return refuse({ code: 'lease_held', message: 'task_taken', meta: { holder: task.taken_by_name } });
  if (note === '') return refuse({ code: 'required', field: 'take_over_note' });
  return answer === null ? refuse({ code: 'required', field: 'former_said' }) : accept(null);
}

/**
 * Assigns a payout to one operator (R68). It is never released by timeout, because money may have been sent. A take-over marks it as
 * possibly sent, unless the previous holder answered "not sent".
 */
export async function takeTask(
  deps: TaskDeps,
  tx: Tx,
  input: TaskInput & { readonly takeOver: TakeOver },
): Promise<Result<null, TaskRefusal>> {
  const { reference, operatorId, takeOver } = input;
  const task = await lockTask(tx, reference);
  if (!task) return refuse({ code: 'not_found' });
  if (isTakenBy(task, operatorId)) return accept(null);
  if (task.state === 'sent' || task.state === 'failed') return refuse({ code: 'order_state_conflict' });
  const checked = checkTakeOver(task, takeOver);
  if (!checked.ok) return checked;
  const unpaused = await checkNotPaused(deps, tx, task);
  if (!unpaused.ok) return unpaused;
  const lease = await claimOrderLease(deps, tx, task, { operatorId, note: takeOver.note });
  if (!lease.ok) return lease;
  const isTakeOver = task.state === 'taken';
  const mayBeSent = isTakeOver && takeOver.previousHolderAnswer !== 'not_sent';
  if (!(await saveTaken(tx, reference, { by: operatorId, previousHolder: task.taken_by, mayBeSent, now: deps.clock.now() })))
    return refuse({ code: 'lease_held', message: 'task_taken', meta: {} });
  await recordAction(deps, tx, task, {
    action: isTakeOver ? 'payout_task.take_over' : 'payout_task.take',
    operatorId,
    detail: isTakeOver ? { from: task.taken_by, former_said: takeOver.previousHolderAnswer, note: takeOver.note } : {},
  });
  return accept(null);
}

/** Marks a possibly sent payout as not sent; the note says how the operator knows. */
export async function markTaskNotSent(
  deps: TaskDeps,
  tx: Tx,
  input: TaskInput & { readonly note: string },
): Promise<Result<null, TaskRefusal>> {
  const task = await lockTaken(tx, input);
  if (!task.ok) return task;
  if (input.note === '') return refuse({ code: 'required', field: 'note' });
  if (!(await saveNotSent(tx, input.reference, input.operatorId))) return refuse({ code: 'order_state_conflict' });
  const detail = { former_holders: task.value.former_holders, note: input.note };
  await recordAction(deps, tx, task.value, { action: 'payout_task.not_sent', operatorId: input.operatorId, detail });
  return accept(null);
}

/** Releases the task; nothing was sent. */
export async function releaseTask(deps: TaskDeps, tx: Tx, input: TaskInput): Promise<Result<null, TaskRefusal>> {
  const task = await lockTakenUnsent(tx, input);
  if (!task.ok) return task;
  if (!(await saveReleased(tx, input.reference, input.operatorId))) return refuse({ code: 'order_state_conflict' });
  await recordAction(deps, tx, task.value, { action: 'payout_task.give_back', operatorId: input.operatorId });
  return accept(null);
}

/** The full destination, for the operator who has taken the task; audited. */
export async function revealTask(
  deps: PayoutDeps,
  tx: Tx,
  input: TaskInput,
): Promise<
  Result<
    { readonly task: TaskRow; readonly purpose: PayoutPurpose; readonly values: RequisiteValues },
    'not_found' | 'order_state_conflict'
  >
> {
  const task = await lockTakenUnsent(tx, input);
  if (!task.ok) return task;
  const unpaused = await checkNotPaused(deps, tx, task.value);
  if (!unpaused.ok) return unpaused;
  const payout = await openPayoutDestination(deps, tx, input.reference);
  if (!payout) return refuse({ code: 'not_found' });
  await recordAction(deps, tx, task.value, {
    action: 'requisites.view',
    operatorId: input.operatorId,
    detail: { purpose: payout.purpose },
  });
  return accept({ task: task.value, ...payout });
}

export interface EndTaskInput extends TaskInput {
  readonly outcome: 'sent' | 'failed';
  /** The bank's reference of the transfer. */
  readonly bankReference: string;
  /** As typed; must equal the payout's amount. */
  readonly amount: string;
  readonly reason: string;
  /** The destination cannot be paid to: the customer is asked for another one. */
  readonly blamesDestination: boolean;
}

type EndRefusal = TaskRefusal | 'not_allowed_amount' | 'invalid_format';

/** The task, locked, if this operator may end it: its holder, or a former holder who sent it. */
async function lockEndable(tx: Tx, input: EndTaskInput): Promise<Result<TaskRow, 'not_found' | 'order_state_conflict'>> {
  if (input.outcome === 'failed') return await lockTakenUnsent(tx, input);
  const task = await lockTask(tx, input.reference);
  if (!task) return refuse({ code: 'not_found' });
  const isSameTransfer = task.bank_reference?.toLowerCase() === input.bankReference.trim().toLowerCase();
  const isKnownTransfer = task.state === 'sent' && (task.taken_by === input.operatorId || isSameTransfer);
  const isFormerHolder = task.former_holders.includes(input.operatorId) && !isKnownTransfer;
  return isTakenBy(task, input.operatorId) || isFormerHolder ? accept(task) : refuse({ code: 'order_state_conflict' });
}

/** Checks the fields of an end as typed. */
async function checkEnd(deps: TaskDeps, tx: Tx, task: TaskRow, input: EndTaskInput): Promise<Result<null, EndRefusal>> {
  const bankReference = input.bankReference.trim();
  if (input.outcome === 'failed') return input.reason.trim() === '' ? refuse({ code: 'required', field: 'reason' }) : accept(null);
  if (bankReference === '') return refuse({ code: 'required', field: 'reference' });
  const scale = deps.catalogue.paymentSystem(task.payment_system_code)?.scale ?? 0;
  const parsed = parseAmount(tidyAmount(input.amount), { scale, precision: scale });
  if (!parsed.ok || parsed.minor !== BigInt(task.amount))
    return refuse({ code: 'not_allowed_amount', field: 'amount', message: 'payout_amount_differs' });
  const otherSubject = await findSubjectByBankReference(tx, task, bankReference);
  return otherSubject === undefined
    ? accept(null)
    : refuse({ code: 'invalid_format', field: 'reference', message: 'payout_reference_used', params: { subject: otherSubject } });
}

/** Raises an incident for an ended payout that is reported as sent: the money may have been sent twice, or for a failed order. */
async function raiseContradiction(deps: TaskDeps, tx: Tx, task: TaskRow, bankReference: string): Promise<void> {
  const detail = {
    [task.is_of_order ? 'order_id' : 'withdrawal_id']: task.subject_id,
    purpose: task.purpose ?? '',
    known: task.state === 'sent' ? 'executed' : 'failed',
    told: 'executed',
    ...(task.bank_reference === null ? {} : { known_reference: task.bank_reference }),
    told_reference: bankReference,
  };
  await raiseIncident(deps, tx, { kind: 'payout_contradicted', subject: task.reference, detail });
}

/** Ends a task, once. The `manual` rail reports the end within a second. */
export async function endTask(deps: TaskDeps, tx: Tx, input: EndTaskInput): Promise<Result<null, EndRefusal>> {
  const task = await lockEndable(tx, input);
  if (!task.ok) return task;
  const checked = await checkEnd(deps, tx, task.value, input);
  if (!checked.ok) return checked;
  const [bankReference, reason] = [input.bankReference.trim(), input.reason.trim()];
  const isSent = input.outcome === 'sent';
  const isLate = task.value.state === 'sent' || task.value.state === 'failed';
  if (isLate) await raiseContradiction(deps, tx, task.value, bankReference);
  const end = {
    state: input.outcome,
    bankReference: isSent ? bankReference : null,
    reason: reason || null,
    blamesDestination: !isSent && input.blamesDestination,
    by: input.operatorId,
    now: deps.clock.now(),
  };
  if (!isLate && !(await saveEnd(tx, input.reference, end))) return refuse({ code: 'order_state_conflict' });
  await recordAction(deps, tx, task.value, {
    action: `payout_task.${input.outcome}`,
    operatorId: input.operatorId,
    detail: {
      reference: bankReference,
      reason,
      ...(end.blamesDestination ? { blames_destination: true } : {}),
      ...(isLate ? { ended_before: task.value.state } : {}),
    },
  });
  return accept(null);
}
