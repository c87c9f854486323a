import type { LeaseAttributes } from '#contract/office.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { dropLease, type LeaseRow, lockLease, readLease, writeLease } from './store.ts';

/** How long a claim lasts without a heartbeat (domain 9, "Operators"). */
export const LEASE_MS = 60 * SECOND_MS;

/** Channel of lease changes; the payload is the order's id. */
export const LEASE_CHANNEL = 'order_lease_changed';

type LeaseDeps = Pick<Deps, 'clock' | 'live' | 'random'>;

interface LeaseInput {
  readonly orderId: string;
  readonly operatorId: string;
}

/** A change of hands is told to the other operators and stands in the order's history; a heartbeat is neither. */
async function tellHands(
  deps: LeaseDeps,
  tx: Tx,
  { orderId, operatorId }: LeaseInput,
  action: 'order.claim' | 'order.release',
): Promise<void> {
  await recordAudit(deps, tx, { actorId: operatorId, action, subjectType: 'order', subjectId: orderId, detail: {} });
  await deps.live.notify(tx, LEASE_CHANNEL, orderId);
}

/** A live lease as the office shows it; null when nobody holds the order. */
export function presentLease(row: LeaseRow, operatorId: string, now: Instant): LeaseAttributes | null {
  if (row.lease_operator === null || row.lease_until === null || row.lease_until.getTime() <= now) return null;
  return { holder: row.lease_holder ?? '', until: toRfc3339(row.lease_until.getTime()), is_mine: row.lease_operator === operatorId };
}

/**
 * Takes an order for `LEASE_MS`, or renews one's own lease (the heartbeat). Refuses `not_found`, and `lease_held` with who
 * holds it until when in `meta`. Others are told when the holder changes, not at every heartbeat.
 */
export async function claimOrder(deps: LeaseDeps, tx: Tx, input: LeaseInput): Promise<Result<LeaseAttributes, 'not_found' | 'lease_held'>> {
  const now = deps.clock.now();
  const before = await lockLease(tx, input.orderId);
  if (!before) return refuse({ code: 'not_found' });
  const isLive = before.lease_until !== null && before.lease_until.getTime() > now;
  const isMine = before.lease_operator === input.operatorId;
  if (!isLive || isMine) await writeLease(tx, { ...input, until: now + LEASE_MS });
  const row = await readLease(tx, input.orderId);
  const lease = row ? presentLease(row, input.operatorId, now) : null;
  if (!lease?.is_mine) return refuse({ code: 'lease_held', meta: { holder: lease?.holder ?? '', until: lease?.until ?? toRfc3339(now) } });
  if (!(isLive && isMine)) await tellHands(deps, tx, input, 'order.claim');
  return accept(lease);
}

/** Gives an order back; a lease of somebody else stays. Refuses `not_found`. */
export async function releaseOrder(deps: LeaseDeps, tx: Tx, input: LeaseInput): Promise<Result<null, 'not_found'>> {
  if (!(await readLease(tx, input.orderId))) return refuse({ code: 'not_found' });
  if ((await dropLease(tx, input.orderId, input.operatorId)) > 0) await tellHands(deps, tx, input, 'order.release');
  return accept(null);
}

/** The live lease of an order as this operator sees it; null when nobody holds it. */
export async function findLease(
  deps: Pick<Deps, 'clock'>,
  db: Queryable,
  { orderId, operatorId }: LeaseInput,
): Promise<LeaseAttributes | null> {
  const row = await readLease(db, orderId);
  return row === undefined ? null : presentLease(row, operatorId, deps.clock.now());
}
