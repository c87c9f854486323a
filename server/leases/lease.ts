import type { LeaseAttributes } from '#contract/office/shop/operator.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** What can be leased. A new kind also needs a channel in `lease.ts`. */
type LeaseSubjectKind = 'order';

interface LeaseSubject {
  readonly kind: LeaseSubjectKind;
  readonly id: string;
}

const LeaseRow = rowType({
  lease_operator: col.nullable(col.text),
  lease_until: col.nullable(col.timestamp),
  lease_holder: col.nullable(col.text),
});
export type LeaseRow = RowOf<typeof LeaseRow>;

/** The lease of a subject with its holder's name, expired ones included; undefined: none. */
const readLease = (db: Queryable, { kind, id }: LeaseSubject): Promise<LeaseRow | undefined> =>
  db.maybe(
    LeaseRow,
    sql`
    select l.operator_id as lease_operator, l.until as lease_until, coalesce(u.full_name, u.email) as lease_holder
    from leases l join users u on u.id = l.operator_id where l.subject_kind = ${kind} and l.subject_id = ${id}`,
  );

interface LeaseTerm {
  readonly operatorId: string;
  readonly now: Instant;
  readonly until: Instant;
}

/** Renews the operator's own live lease; returns the number renewed. */
const renewLease = (tx: Tx, { kind, id }: LeaseSubject, { operatorId, now, until }: LeaseTerm): Promise<number> =>
  tx.run(sql`
    update leases set until = ${new Date(until)}
    where subject_kind = ${kind} and subject_id = ${id} and operator_id = ${operatorId}::uuid and until > ${new Date(now)}`);

/** Takes a free or expired lease; of concurrent calls one succeeds. Returns the number taken. */
const takeLease = (tx: Tx, { kind, id }: LeaseSubject, { operatorId, now, until }: LeaseTerm): Promise<number> =>
  tx.run(sql`
    insert into leases (subject_kind, subject_id, operator_id, until) values (${kind}, ${id}, ${operatorId}::uuid, ${new Date(until)})
    on conflict (subject_kind, subject_id) do update set operator_id = excluded.operator_id, until = excluded.until
    where leases.until <= ${new Date(now)}`);

/** Takes a live lease from its named holder; of concurrent calls one succeeds. Returns the number taken. */
const takeLeaseFrom = (
  tx: Tx,
  { kind, id }: LeaseSubject,
  { operatorId, now, until, holder }: LeaseTerm & { readonly holder: string },
): Promise<number> =>
  tx.run(sql`
    update leases set operator_id = ${operatorId}::uuid, until = ${new Date(until)}
    where subject_kind = ${kind} and subject_id = ${id} and operator_id <> ${operatorId}::uuid and until > ${new Date(now)}
      and operator_id = any (select u.id from users u where coalesce(u.full_name, u.email) = ${holder})`);

/** Deletes the operator's own lease; returns the number deleted. */
const deleteLease = (tx: Tx, { kind, id }: LeaseSubject, operatorId: string): Promise<number> =>
  tx.run(sql`delete from leases where subject_kind = ${kind} and subject_id = ${id} and operator_id = ${operatorId}::uuid`);

const SubjectRow = rowType({ kind: col.oneOf(['order']), id: col.text });

/** Subjects with a live lease of the operator. */
const listLeasesOf = (tx: Tx, operatorId: string, now: Instant): Promise<LeaseSubject[]> =>
  tx.many(
    SubjectRow,
    sql`
    select subject_kind as kind, subject_id as id from leases
    where operator_id = ${operatorId}::uuid and until > ${new Date(now)} order by 1, 2`,
  );

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
