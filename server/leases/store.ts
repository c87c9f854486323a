import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** What an operator can take in hand. A new kind is a word here and a channel in `lease.ts`. */
export type LeasedKind = 'order';

export interface Leased {
  readonly kind: LeasedKind;
  readonly id: string;
}

export const LeaseRow = z.object({
  lease_operator: z.nullable(z.string()),
  lease_until: z.nullable(z.date()),
  lease_holder: z.nullable(z.string()),
});
export type LeaseRow = z.output<typeof LeaseRow>;

/** The lease of a subject with its holder's name; undefined when nobody ever took it or the last one gave it back. */
export const readLease = (db: Queryable, { kind, id }: Leased): Promise<LeaseRow | undefined> =>
  db.maybe(
    LeaseRow,
    sql`
    select l.operator_id as lease_operator, l.until as lease_until, coalesce(u.full_name, u.email) as lease_holder
    from leases l join users u on u.id = l.operator_id where l.subject_kind = ${kind} and l.subject_id = ${id}`,
  );

interface Term {
  readonly operatorId: string;
  readonly now: Instant;
  readonly until: Instant;
}

/** Prolongs one's own live lease; the number of leases prolonged. */
export const renewLease = (tx: Tx, { kind, id }: Leased, { operatorId, now, until }: Term): Promise<number> =>
  tx.run(sql`
    update leases set until = ${new Date(until)}
    where subject_kind = ${kind} and subject_id = ${id} and operator_id = ${operatorId}::uuid and until > ${new Date(now)}`);

/** Takes what nobody has in hand: of all who ask at once, one's own other tabs included, one takes it. The number of leases taken. */
export const takeLease = (tx: Tx, { kind, id }: Leased, { operatorId, now, until }: Term): Promise<number> =>
  tx.run(sql`
    insert into leases (subject_kind, subject_id, operator_id, until) values (${kind}, ${id}, ${operatorId}::uuid, ${new Date(until)})
    on conflict (subject_kind, subject_id) do update set operator_id = excluded.operator_id, until = excluded.until
    where leases.until <= ${new Date(now)}`);

/** Takes a live lease from the colleague who is named as its holder: of all who try at once, one does. The number of leases taken. */
export const takeLeaseFrom = (
  tx: Tx,
  { kind, id }: Leased,
  { operatorId, now, until, holder }: Term & { readonly holder: string },
): Promise<number> =>
  tx.run(sql`
    update leases set operator_id = ${operatorId}::uuid, until = ${new Date(until)}
    where subject_kind = ${kind} and subject_id = ${id} and operator_id <> ${operatorId}::uuid and until > ${new Date(now)}
      and operator_id = any (select u.id from users u where coalesce(u.full_name, u.email) = ${holder})`);

/** Drops one's own lease; the number of leases dropped. */
export const dropLease = (tx: Tx, { kind, id }: Leased, operatorId: string): Promise<number> =>
  tx.run(sql`delete from leases where subject_kind = ${kind} and subject_id = ${id} and operator_id = ${operatorId}::uuid`);

const LeasedRow = z.object({ kind: z.literal('order'), id: z.string() });

/** Everything that somebody has in hand. */
export const listLeasesOf = (tx: Tx, operatorId: string, now: Instant): Promise<Leased[]> =>
  tx.many(
    LeasedRow,
    sql`
    select subject_kind as kind, subject_id as id from leases
    where operator_id = ${operatorId}::uuid and until > ${new Date(now)} order by 1, 2`,
  );
