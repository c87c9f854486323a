import { BY_HAND_RAIL, type PayoutPurpose } from '#core/payout/payout.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { executePayout, pollPayout } from './machine/execute-payout.ts';
import { claimPoll, endCall, findLongUnknown, findPayoutsToPoll, MAX_REFUND_ATTEMPTS } from './store.ts';
import { PAYOUT_JOBS, type PayoutDeps } from './subject.ts';

/** How long a payout may be unknown before an incident is raised (domain 11, "Alarms"). */
const UNKNOWN_ALARM_MS = 10 * MINUTE_MS;

/** Raises an incident for every payout or refund that has been unknown for ten minutes. */
export async function alarmUnknown(deps: Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live'>): Promise<void> {
  const rows = await findLongUnknown(deps.db, deps.clock.now() - UNKNOWN_ALARM_MS);
  for (const { id, subject, purpose, rail, reason } of rows) {
    const detail = { [`${subject.kind}_id`]: subject.id, purpose, rail, reason };
    await deps.db.tx(async (tx) => await raiseIncident(deps, tx, { kind: 'payout_unknown', subject: id, detail }));
  }
}

const UnattemptedOrderRow = rowType({
  id: col.text,
  status: col.text,
});

/**
 * Orders to pay or refund without a running attempt or a pending approval: the job was lost, or the last refund failed before `retry`.
 * Payouts first, then random order, so that no order starves.
 */
export async function findUnattemptedOrders(
  db: Queryable,
  before: { readonly lost: Instant; readonly retry: Instant },
  limit: number,
): Promise<{ orderId: string; purpose: PayoutPurpose }[]> {
  const rows = await db.many(
    UnattemptedOrderRow,
    sql`
    select o.id, o.status from orders o
    left join lateral (
      select count(*) filter (where rail <> ${BY_HAND_RAIL}) as attempts, max(updated_at) as last_at, bool_or(state <> 'failed') as is_live
      from payouts p where p.order_id = o.id and p.purpose <> 'surplus' and (p.purpose = 'refund' or p.state <> 'failed')) a on true
    where o.status in ('payout_pending', 'refund_pending') and o.status_changed_at <= ${new Date(before.lost)}
      and a.is_live is not true
      and not exists (select from approvals w
      where w.subject = o.id and w.kind = 'pay_out' and w.state = 'open' and w.expires_at > ${new Date(before.lost)})
      and (o.status = 'payout_pending' or (
        (o.income_requisites_masked <> '{}'::jsonb or o.returns_by_payment) and a.attempts < ${MAX_REFUND_ATTEMPTS}
          and coalesce(a.last_at <= ${new Date(before.retry)}, true)))
    order by o.status = 'payout_pending' desc, random() limit ${limit}`,
  );
  return rows.map((row) => ({ orderId: row.id, purpose: row.status === 'payout_pending' ? 'payout' : 'refund' }));
}

const QueuedSurplusRow = rowType({
  order_id: col.text,
});

/**
 * Orders whose queued surplus return has no running job: new ones, and those whose last attempt failed before `retry`, at most
 * MAX_REFUND_ATTEMPTS times.
 */
export async function findQueuedSurplus(
  db: Queryable,
  before: { readonly lost: Instant; readonly retry: Instant },
  limit: number,
): Promise<string[]> {
  const rows = await db.many(
    QueuedSurplusRow,
    sql`
    select p.order_id from payouts p join orders o on o.id = p.order_id
    where p.state = 'queued' and p.rail <> ${BY_HAND_RAIL} and (o.income_requisites_masked <> '{}'::jsonb or o.returns_by_payment)
    and p.attempt <= ${MAX_REFUND_ATTEMPTS}
      and p.claimed_at <= case when p.attempt = 1 then ${new Date(before.lost)}::timestamptz else ${new Date(before.retry)}::timestamptz end
    order by random() limit ${limit}`,
  );
  return rows.map((row) => row.order_id);
}

/**
 * How long an attempt may have no report before the provider is polled. Accepted attempts are polled soon, claimed and unknown attempts
 * after the deadline of the call.
 */
const POLL_ACCEPTED_AFTER_MS = 2 * SECOND_MS;
const POLL_UNCONFIRMED_AFTER_MS = 6 * SECOND_MS;
const JOB_LOST_AFTER_MS = 10 * SECOND_MS;
const REFUND_RETRY_MS = 10 * MINUTE_MS;
const BATCH = 50;

async function pollPayouts(deps: PayoutDeps): Promise<void> {
  const now = deps.clock.now();
  const accepted = now - POLL_ACCEPTED_AFTER_MS;
  const unconfirmed = now - POLL_UNCONFIRMED_AFTER_MS;
  await forEachIsolated(deps.log, await findPayoutsToPoll(deps.db, { accepted, unconfirmed }, BATCH), async (payout) => {
    const notAfter = payout.state === 'accepted' ? accepted : unconfirmed;
    const callDeadline = await claimPoll(deps.db, payout.id, { now, notAfter });
    if (!callDeadline) return;
    await pollPayout(deps, payout);
    await endCall(deps.db, payout.id, callDeadline);
  });
}

/** Executes payouts, refunds and surplus returns whose job was lost. */
export async function retryForgottenPayouts(deps: PayoutDeps): Promise<void> {
  const now = deps.clock.now();
  const forgotten = await findUnattemptedOrders(deps.db, { lost: now - JOB_LOST_AFTER_MS, retry: now - REFUND_RETRY_MS }, BATCH);
  await forEachIsolated(deps.log, forgotten, async ({ orderId, purpose }) => await executePayout(deps, orderId, purpose));
  const surplus = await findQueuedSurplus(deps.db, { lost: now - JOB_LOST_AFTER_MS, retry: now - REFUND_RETRY_MS }, BATCH);
  await forEachIsolated(deps.log, surplus, async (orderId) => await executePayout(deps, orderId, 'surplus'));
}

/** The outbox jobs, and the loops that bring every attempt to a final state. */
export function payoutJobs(deps: PayoutDeps): void {
  const orderIdOf = (data: Record<string, unknown>): string => String(data['order_id']);
  for (const name of [PAYOUT_JOBS.executePayout, PAYOUT_JOBS.executeRefund, PAYOUT_JOBS.executeSurplus]) deps.queue.declare(name);
  deps.queue.work(PAYOUT_JOBS.executePayout, async (data) => await executePayout(deps, orderIdOf(data), 'payout'), { concurrency: 8 });
  deps.queue.work(PAYOUT_JOBS.executeRefund, async (data) => await executePayout(deps, orderIdOf(data), 'refund'), { concurrency: 4 });
  deps.queue.work(PAYOUT_JOBS.executeSurplus, async (data) => await executePayout(deps, orderIdOf(data), 'surplus'), { concurrency: 2 });
  deps.queue.every('ask-payouts', SECOND_MS, async () => await pollPayouts(deps));
  deps.queue.every('alarm-unknown-payouts', MINUTE_MS, async () => await alarmUnknown(deps));
  deps.queue.every('forgotten-payouts', 5 * SECOND_MS, async () => await retryForgottenPayouts(deps));
}
