import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** What can be leased. A new kind also needs a channel in `lease.ts`. */
export type LeaseSubjectKind = 'order';

export interface LeaseSubject {
  readonly kind: LeaseSubjectKind;
  readonly id: string;
}

export const LeaseRow = rowType({
  lease_operator: col.nullable(col.text),
  lease_until: col.nullable(col.timestamp),
  lease_holder: col.nullable(col.text),
});
export type LeaseRow = RowOf<typeof LeaseRow>;

/** The lease of a subject with its holder's name, expired ones included; undefined: none. */
export const readLease = (db: Queryable, { kind, id }: LeaseSubject): Promise<LeaseRow | undefined> =>
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
export const renewLease = (tx: Tx, { kind, id }: LeaseSubject, { operatorId, now, until }: LeaseTerm): Promise<number> =>
  tx.run(sql`
    update leases set until = ${new Date(until)}
    where subject_kind = ${kind} and subject_id = ${id} and operator_id = ${operatorId}::uuid and until > ${new Date(now)}`);

/** Takes a free or expired lease; of concurrent calls one succeeds. Returns the number taken. */
export const takeLease = (tx: Tx, { kind, id }: LeaseSubject, { operatorId, now, until }: LeaseTerm): Promise<number> =>
  tx.run(sql`
    insert into leases (subject_kind, subject_id, operator_id, until) values (${kind}, ${id}, ${operatorId}::uuid, ${new Date(until)})
    on conflict (subject_kind, subject_id) do update set operator_id = excluded.operator_id, until = excluded.until
    where leases.until <= ${new Date(now)}`);

/** Takes a live lease from its named holder; of concurrent calls one succeeds. Returns the number taken. */
export const takeLeaseFrom = (
  tx: Tx,
  { kind, id }: LeaseSubject,
  { operatorId, now, until, holder }: LeaseTerm & { readonly holder: string },
): Promise<number> =>
  tx.run(sql`
    update leases set operator_id = ${operatorId}::uuid, until = ${new Date(until)}
    where subject_kind = ${kind} and subject_id = ${id} and operator_id <> ${operatorId}::uuid and until > ${new Date(now)}
      and operator_id = any (select u.id from users u where coalesce(u.full_name, u.email) = ${holder})`);

/** Deletes the operator's own lease; returns the number deleted. */
export const deleteLease = (tx: Tx, { kind, id }: LeaseSubject, operatorId: string): Promise<number> =>
  tx.run(sql`delete from leases where subject_kind = ${kind} and subject_id = ${id} and operator_id = ${operatorId}::uuid`);

const SubjectRow = rowType({ kind: col.oneOf(['order']), id: col.text });

/** Subjects with a live lease of the operator. */
export const listLeasesOf = (tx: Tx, operatorId: string, now: Instant): Promise<LeaseSubject[]> =>
  tx.many(
    SubjectRow,
    sql`
    select subject_kind as kind, subject_id as id from leases
    where operator_id = ${operatorId}::uuid and until > ${new Date(now)} order by 1, 2`,
  );
