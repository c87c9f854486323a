import { moveAtDeadline, shouldReleaseHold } from '#core/order/deadlines.ts';
import { LATE_HOLDS, type LateHold } from '#core/staff/incident-subject.ts';
import { type Instant, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import { submittedCardOf } from '#server/card-verifications/queries.ts';
import { settlePayment } from '#server/deposits/settle-payment.ts';
import type { Deps } from '#server/deps.ts';
import { listActiveSubjects } from '#server/incidents/queries.ts';
import { raiseForNewCauses, resolveIncident } from '#server/incidents/raise-incident.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { applyMove, applyTouch, NO_ACTOR } from '#server/orders/move/apply-move.ts';
import { suspenseOf } from '#server/orders/payment-terms.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { listOverdueReviews } from '#server/payouts/queries.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';

const DueRow = rowType({
  id: col.text,
});

/** Orders past their deadline. In random order, so that one that cannot be ended does not starve the others. */
export async function findExpired(db: Queryable, now: Instant, limit: number): Promise<string[]> {
  const rows = await db.many(
    DueRow,
    sql`
    select id from orders where expires_at <= ${new Date(now)} and status <> 'compliance_hold'
      and (status <> 'moderation' or hold_id is not null)
    order by random() limit ${limit}`,
  );
  return rows.map((row) => row.id);
}

const OverdueRow = rowType({ id: col.text, expires_at: col.timestamp });

interface Overdue {
  readonly id: string;
  readonly promisedAt: Instant;
}

/** Orders that a check holds longer than their customers were promised. */
async function findOverdueHolds(db: Queryable, now: Instant): Promise<readonly Overdue[]> {
  const rows = await db.many(
    OverdueRow,
    sql`select id, expires_at from orders where status = 'compliance_hold' and expires_at <= ${new Date(now)} order by expires_at`,
  );
  return rows.map((row) => ({ id: row.id, promisedAt: row.expires_at.getTime() }));
}

/** Orders whose recalculated offer expired, in random order: one that cannot be renewed now does not starve the others. */
async function findStaleRequotes(db: Queryable, now: Instant, limit: number): Promise<string[]> {
  const rows = await db.many(
    DueRow,
    sql`select id from orders where status = 'requote' and (requote->>'expires_at')::bigint <= ${String(now)}::bigint
      order by random() limit ${limit}`,
  );
  return rows.map((row) => row.id);
}

const BATCH = 100;
/** A refused move is retried after this time; the refusal is logged. */
const RETRY_MS = 5 * MINUTE_MS;

async function expireOrder(deps: MoveDeps, tx: Tx, id: string): Promise<void> {
  const locked = await lockOrder(tx, id);
  if (!locked) return;
  // Known money counts before the deadline
  const order = await settlePayment(deps, tx, locked);
  const now = deps.clock.now();
  const cause = moveAtDeadline(order, now, { provider: suspenseOf(deps, order), card: await submittedCardOf(tx, order) });
  if (cause) {
    const moved = await applyMove(deps, tx, { order, cause, by: NO_ACTOR });
    if (moved.ok) return;
    deps.log.error({ order_id: id, move: cause.move, code: moved.refusals[0]?.code }, 'deadline_refused');
    await applyTouch(deps, tx, { order, touch: { touch: 'postpone_deadline', by: 'system', until: now + RETRY_MS }, by: NO_ACTOR });
    return;
  }
  if (shouldReleaseHold(order, now))
    await applyTouch(deps, tx, { order, touch: { touch: 'lose_hold', by: 'system', why: 'moderation' }, by: NO_ACTOR });
}

/** Applies deadlines (T6, T9, T10, T17, T29). Several processes may run it: each order is locked and checked again in its own transaction. */
export async function expireOrders(deps: MoveDeps & Pick<Deps, 'db'>): Promise<void> {
  const ids = await findExpired(deps.db, deps.clock.now(), BATCH);
  await forEachIsolated(deps.log, ids, async (id) => await deps.db.tx(async (tx) => await expireOrder(deps, tx, id)));
}

/** Recalculates choices whose offer expired, so that customers never choose from old amounts. */
export async function renewRequotes(deps: MoveDeps & Pick<Deps, 'db'>): Promise<void> {
  const ids = await findStaleRequotes(deps.db, deps.clock.now(), BATCH);
  await forEachIsolated(deps.log, ids, async (id) => {
    await deps.db.tx(async (tx) => {
      const order = await lockOrder(tx, id);
      if (order?.status === 'requote') await settlePayment(deps, tx, order);
    });
  });
}

/** Number of orders named in the alarm. */
const MAX_NAMED = 5;
type LateDeps = Pick<Deps, 'clock' | 'random' | 'log' | 'live'>;

/** Another process that watches at the same time raises or resolves the same. */
async function reportOverdue(deps: LateDeps, tx: Tx, cause: LateHold, overdue: readonly Overdue[]): Promise<void> {
  const [first, ...others] = overdue.toSorted((a, b) => a.promisedAt - b.promisedAt);
  if (first === undefined) {
    if ((await listActiveSubjects(tx, 'hold_late')).includes(cause)) await resolveIncident(deps, tx, { kind: 'hold_late', subject: cause });
    return;
  }
  const named = [first, ...others].slice(0, MAX_NAMED).map(({ id }) => id);
  const detail = { waiting: String(overdue.length), promised: toRfc3339(first.promisedAt), order: first.id, items: named.join(', ') };
  await raiseForNewCauses(deps, tx, { kind: 'hold_late', subject: cause, detail, causes: overdue.map(({ id }) => id) });
}

/**
 * Raises an alarm for orders held beyond the promised time (domain 5, `compliance_hold`): no deadline moves them. One for each cause, with
 * their number, again for each further order, until the last decision.
 */
export async function reportLateHolds(deps: LateDeps & Pick<Deps, 'db'>): Promise<void> {
  const now = deps.clock.now();
  const overdue = {
    compliance_hold: await findOverdueHolds(deps.db, now),
    payout_review: await listOverdueReviews(deps.db, now),
  } satisfies Record<LateHold, readonly Overdue[]>;
  await deps.db.tx(async (tx) => {
    // Alarms of earlier releases, one for each order
    for (const subject of await listActiveSubjects(tx, 'hold_late'))
      if (!LATE_HOLDS.some((cause) => cause === subject)) await resolveIncident(deps, tx, { kind: 'hold_late', subject });
    for (const cause of LATE_HOLDS) await reportOverdue(deps, tx, cause, overdue[cause]);
  });
}
