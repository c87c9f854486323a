import type { LeaseAttributes } from '#contract/office/shop/operator.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import {
  deleteLease,
  listLeasesOf,
  type LeaseSubject,
  type LeaseSubjectKind,
  type LeaseRow,
  readLease,
  renewLease,
  takeLease,
  takeLeaseFrom,
} from './store.ts';

/** How long a claim lasts without a heartbeat (domain 9, "Operators"). */
export const LEASE_MS = 60 * SECOND_MS;

/** Live channels of lease changes; the payload is the subject's id. */
export const LEASE_CHANNELS = { order: 'order_lease_changed' } as const satisfies Record<LeaseSubjectKind, string>;

type LeaseDeps = Pick<Deps, 'clock' | 'live' | 'random' | 'secrets'>;

interface LeaseInput {
  readonly subject: LeaseSubject;
  readonly operatorId: string;
}

/** Audits a change of holder and notifies the other operators; not called for heartbeats. */
async function announceChange(deps: LeaseDeps, tx: Tx, { subject, operatorId }: LeaseInput, action: 'claim' | 'release'): Promise<void> {
  const { kind, id } = subject;
  await recordAudit(deps, tx, { actorId: operatorId, action: `${kind}.${action}`, subjectType: kind, subjectId: id, detail: {} });
  await deps.live.notify(tx, LEASE_CHANNELS[kind], id);
}

/** A live lease for the office; null: none. */
export function presentLease(row: LeaseRow, operatorId: string, now: Instant): LeaseAttributes | null {
  if (row.lease_operator === null || row.lease_until === null || row.lease_until.getTime() <= now) return null;
  return { holder: row.lease_holder ?? '', until: toRfc3339(row.lease_until.getTime()), is_mine: row.lease_operator === operatorId };
}

/** The live lease of a subject, as this operator sees it; null: none. */
export async function findLease(
  deps: Pick<Deps, 'clock'>,
  db: Queryable,
  { subject, operatorId }: LeaseInput,
): Promise<LeaseAttributes | null> {
  const row = await readLease(db, subject);
  return row === undefined ? null : presentLease(row, operatorId, deps.clock.now());
}

/**
 * Claims a subject for `LEASE_MS`, or renews the operator's own lease (heartbeat). Refuses `lease_held` with holder and end in `meta`.
 * The caller checks that the subject exists.
 */
export async function claimLease(deps: LeaseDeps, tx: Tx, input: LeaseInput): Promise<Result<LeaseAttributes, 'lease_held'>> {
  const now = deps.clock.now();
  const term = { operatorId: input.operatorId, now, until: now + LEASE_MS };
  const isTaken = (await renewLease(tx, input.subject, term)) === 0 && (await takeLease(tx, input.subject, term)) > 0;
  const lease = await findLease(deps, tx, input);
  if (!lease?.is_mine) return refuse({ code: 'lease_held', meta: { holder: lease?.holder ?? '', until: lease?.until ?? toRfc3339(now) } });
  if (isTaken) await announceChange(deps, tx, input, 'claim');
  return accept(lease);
}

/**
 * Takes a lease over from the named holder, with a reason for the history, and notifies the holder. An expired lease is claimed. Refuses
 * `lease_held` if another operator holds it.
 */
export async function takeOverLease(
  deps: LeaseDeps,
  tx: Tx,
  { holder, note, ...input }: LeaseInput & { readonly holder: string; readonly note: string },
): Promise<Result<LeaseAttributes, 'lease_held' | 'required'>> {
  if (note.trim() === '') return refuse({ code: 'required', field: 'note' });
  const { subject, operatorId } = input;
  const now = deps.clock.now();
  const isTakenOver = (await takeLeaseFrom(tx, subject, { operatorId, now, until: now + LEASE_MS, holder })) > 0;
  if (isTakenOver) {
    const action = `${subject.kind}.take_over` as const;
    await recordAudit(deps, tx, {
      actorId: operatorId,
      action,
      subjectType: subject.kind,
      subjectId: subject.id,
      detail: { holder, note: note.trim() },
    });
    await deps.live.notify(tx, LEASE_CHANNELS[subject.kind], subject.id);
  }
  return await claimLease(deps, tx, input);
}

/** Releases the operator's lease; another operator's lease is kept. */
export async function releaseLease(deps: LeaseDeps, tx: Tx, input: LeaseInput): Promise<void> {
  if ((await deleteLease(tx, input.subject, input.operatorId)) > 0) await announceChange(deps, tx, input, 'release');
}

/** Releases all leases of an operator who has lost access. */
export async function releaseAllLeases(deps: LeaseDeps, tx: Tx, operatorId: string): Promise<void> {
  for (const subject of await listLeasesOf(tx, operatorId, deps.clock.now())) await releaseLease(deps, tx, { subject, operatorId });
}
