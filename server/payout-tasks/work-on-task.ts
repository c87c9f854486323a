import type { AuditAction } from '#core/audit-action.ts';
import { parseAmount } from '#core/money/amount.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import type { PayoutPurpose } from '#core/payout.ts';
import type { FormerSaid } from '#core/payout-task.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps, PayoutDeps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { openPayout } from '#server/payouts/open-payout.ts';
import { claimLease, findLease, LEASE_CHANNELS, takeOverLease } from '#server/leases/lease.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { TASKS_CHANNEL } from './paying-people.ts';
import { payoutPause } from '#server/switches/payout-pause.ts';
import { MANUAL_RAIL } from '#server/pool/closed-systems.ts';
import { findSentBy, lockTask, saveEnded, saveGivenBack, saveNotSent, saveTaken, type TaskRow } from './store.ts';

/** Whoever pays for an order works on it: taking one takes the other, as every deed about an order does. Another holder is named. */
async function takeOrder(
  deps: TaskDeps,
  tx: Tx,
  task: TaskRow,
  { operatorId, note }: { readonly operatorId: string; readonly note: string | null },
): Promise<Result<null, 'lease_held' | 'required'>> {
  if (!task.is_of_order) return accept(null);
  const input = { subject: { kind: 'order', id: task.subject_id }, operatorId } as const;
  const lease = await findLease(deps, tx, input);
  const isOthers = lease !== null && !lease.is_mine;
  const taken =
    isOthers && note !== null ? await takeOverLease(deps, tx, { ...input, holder: lease.holder, note }) : await claimLease(deps, tx, input);
  return taken.ok ? accept(null) : taken;
}

type TaskDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'log' | 'catalogue' | 'secrets'>;

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
    subjectType: task.is_of_order ? 'order' : 'withdrawal',
    subjectId: task.subject_id,
    detail: { payout_id: task.reference, payment_system: task.payment_system_code, amount: task.amount, ...deed.detail },
  });
  deps.live.hint(tx, TASKS_CHANNEL, task.reference);
  // The order's page and its row say who has it
  if (task.is_of_order) await deps.live.notify(tx, LEASE_CHANNELS.order, task.subject_id);
}

const isInHandOf = (task: TaskRow, operatorId: string): boolean => task.state === 'taken' && task.taken_by === operatorId;

/** The task of the one who has it in hand. */
async function own(tx: Tx, { reference, operatorId }: OnTask): Promise<Result<TaskRow, 'not_found' | 'order_state_conflict'>> {
  const task = await lockTask(tx, reference);
  if (!task) return refuse({ code: 'not_found' });
  return isInHandOf(task, operatorId) ? accept(task) : refuse({ code: 'order_state_conflict' });
}

/** The same, where nobody else can have sent it: what may have been sent is not issued again before a person says that it was not. */
async function ownUnsent(tx: Tx, input: OnTask): Promise<Result<TaskRow, 'not_found' | 'order_state_conflict'>> {
  const task = await own(tx, input);
  return task.ok && task.value.may_be_sent ? refuse({ code: 'order_state_conflict', message: 'task_may_be_sent' }) : task;
}

/** What stops the machine stops people as well: nothing new leaves while payouts are paused; what has left is still said. */
async function stopped(deps: Pick<Deps, 'clock'>, tx: Tx, task: TaskRow): Promise<Result<null, 'order_state_conflict'>> {
  const pause = await payoutPause(tx, { code: task.payment_system_code, rail: MANUAL_RAIL, now: deps.clock.now() });
  return pause === null ? accept(null) : refuse({ code: 'order_state_conflict', message: 'payout_paused' });
}

interface TakeOver {
  readonly note: string | null;
  /** What the one who had it answered. */
  readonly formerSaid: FormerSaid | null;
}

/** Who has it is asked first whether the money is sent, and his answer is written down. */
function checkTakeOver(task: TaskRow, { note: words, formerSaid }: TakeOver): Result<null, TaskRefusal> {
  if (task.state === 'waiting') return accept(null);
  if (words === null) return refuse({ code: 'lease_held', message: 'task_taken', meta: { holder: task.taken_by_name } });
  if (words === '') return refuse({ code: 'required', field: 'take_over_note' });
  return formerSaid === null ? refuse({ code: 'required', field: 'former_said' }) : accept(null);
}

/**
 * Takes a payout in hand, alone (R68). It does not fall back by itself: he may have sent the money and be away, and nobody may send
 * it again. Another one takes it over by saying what he answered: unless that is "not sent", the money may have left.
 */
export async function takeTask(
  deps: TaskDeps,
  tx: Tx,
  input: OnTask & { readonly takeOver: TakeOver },
): Promise<Result<null, TaskRefusal>> {
  const { reference, operatorId, takeOver } = input;
  const task = await lockTask(tx, reference);
  if (!task) return refuse({ code: 'not_found' });
  if (isInHandOf(task, operatorId)) return accept(null);
  if (task.state === 'sent' || task.state === 'failed') return refuse({ code: 'order_state_conflict' });
  const asked = checkTakeOver(task, takeOver);
  if (!asked.ok) return asked;
  const free = await stopped(deps, tx, task);
  if (!free.ok) return free;
  const order = await takeOrder(deps, tx, task, { operatorId, note: takeOver.note });
  if (!order.ok) return order;
  const isOver = task.state === 'taken';
  const mayBeSent = isOver && takeOver.formerSaid !== 'not_sent';
  if (!(await saveTaken(tx, reference, { by: operatorId, from: task.taken_by, mayBeSent, now: deps.clock.now() })))
    return refuse({ code: 'lease_held', message: 'task_taken', meta: {} });
  await note(deps, tx, task, {
    action: isOver ? 'payout_task.take_over' : 'payout_task.take',
    operatorId,
    detail: isOver ? { from: task.taken_by, former_said: takeOver.formerSaid, note: takeOver.note } : {},
  });
  return accept(null);
}

/** Says of a payout that its former holder may have sent that nothing was sent, and how he knows. */
export async function markTaskNotSent(
  deps: TaskDeps,
  tx: Tx,
  input: OnTask & { readonly note: string },
): Promise<Result<null, TaskRefusal>> {
  const task = await own(tx, input);
  if (!task.ok) return task;
  if (input.note === '') return refuse({ code: 'required', field: 'note' });
  if (!(await saveNotSent(tx, input.reference, input.operatorId))) return refuse({ code: 'order_state_conflict' });
  const detail = { former_holders: task.value.former_holders, note: input.note };
  await note(deps, tx, task.value, { action: 'payout_task.not_sent', operatorId: input.operatorId, detail });
  return accept(null);
}

/** Gives it back: nothing was sent. */
export async function giveBackTask(deps: TaskDeps, tx: Tx, input: OnTask): Promise<Result<null, TaskRefusal>> {
  const task = await ownUnsent(tx, input);
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
  const task = await ownUnsent(tx, input);
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

type EndRefusal = TaskRefusal | 'not_allowed_amount' | 'invalid_format';

/** Of whose payout this person can say this: the one in his hand, or one that was taken over from him, that he has sent it. */
async function sayable(tx: Tx, input: TaskWord): Promise<Result<TaskRow, 'not_found' | 'order_state_conflict'>> {
  if (input.outcome === 'failed') return await ownUnsent(tx, input);
  const task = await lockTask(tx, input.reference);
  if (!task) return refuse({ code: 'not_found' });
  const isSameTransfer = task.bank_reference?.toLowerCase() === input.bankReference.trim().toLowerCase();
  const isSaidBefore = task.state === 'sent' && (task.taken_by === input.operatorId || isSameTransfer);
  const wasHis = task.former_holders.includes(input.operatorId) && !isSaidBefore;
  return isInHandOf(task, input.operatorId) || wasHis ? accept(task) : refuse({ code: 'order_state_conflict' });
}

/** The words and figures of an end, as they were typed. */
async function checkWord(deps: TaskDeps, tx: Tx, task: TaskRow, input: TaskWord): Promise<Result<null, EndRefusal>> {
  const bankReference = input.bankReference.trim();
  if (input.outcome === 'failed') return input.reason.trim() === '' ? refuse({ code: 'required', field: 'reason' }) : accept(null);
  if (bankReference === '') return refuse({ code: 'required', field: 'reference' });
  const scale = deps.catalogue.paymentSystem(task.payment_system_code)?.scale ?? 0;
  const typed = parseAmount(tidyAmount(input.amount), { scale, precision: scale });
  if (!typed.ok || typed.minor !== BigInt(task.amount))
    return refuse({ code: 'not_allowed_amount', field: 'amount', message: 'payout_amount_differs' });
  const other = await findSentBy(tx, task, bankReference);
  return other === undefined
    ? accept(null)
    : refuse({ code: 'invalid_format', field: 'reference', message: 'payout_reference_used', params: { subject: other } });
}

/** He says that he sent what has ended otherwise meanwhile: the money may have left twice, or for an order that failed. */
async function callForContradiction(deps: TaskDeps, tx: Tx, task: TaskRow, bankReference: string): Promise<void> {
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

/** What the one who has it in hand, or had it, says of it, once. The order side hears it from the rail within a second. */
export async function endTask(deps: TaskDeps, tx: Tx, input: TaskWord): Promise<Result<null, EndRefusal>> {
  const task = await sayable(tx, input);
  if (!task.ok) return task;
  const checked = await checkWord(deps, tx, task.value, input);
  if (!checked.ok) return checked;
  const [bankReference, reason] = [input.bankReference.trim(), input.reason.trim()];
  const isSent = input.outcome === 'sent';
  const isLate = task.value.state === 'sent' || task.value.state === 'failed';
  if (isLate) await callForContradiction(deps, tx, task.value, bankReference);
  const end = {
    state: input.outcome,
    bankReference: isSent ? bankReference : null,
    reason: reason || null,
    blamesDestination: !isSent && input.blamesDestination,
    by: input.operatorId,
    now: deps.clock.now(),
  };
  if (!isLate && !(await saveEnded(tx, input.reference, end))) return refuse({ code: 'order_state_conflict' });
  await note(deps, tx, task.value, {
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
