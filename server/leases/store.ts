import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

export const LeaseRow = z.object({
  lease_operator: z.nullable(z.string()),
  lease_until: z.nullable(z.date()),
  lease_holder: z.nullable(z.string()),
});
export type LeaseRow = z.output<typeof LeaseRow>;

const HeldLeaseRow = z.object({
  lease_operator: z.nullable(z.string()),
  lease_until: z.nullable(z.date()),
});

/** The lease under a row lock, so that of two operators one decides after the other. */
export const lockLease = (
  tx: Tx,
  orderId: string,
): Promise<{ readonly lease_operator: string | null; readonly lease_until: Date | null } | undefined> =>
  tx.maybe(
    HeldLeaseRow,
    sql`
    select lease_operator, lease_until from orders where id = ${orderId} for update`,
  );

export const writeLease = (
  tx: Tx,
  lease: { readonly orderId: string; readonly operatorId: string; readonly until: Instant },
): Promise<number> =>
  tx.run(
    sql`update orders set lease_operator = ${lease.operatorId}::uuid, lease_until = ${new Date(lease.until)} where id = ${lease.orderId}`,
  );

export const readLease = (db: Queryable, orderId: string): Promise<LeaseRow | undefined> =>
  db.maybe(
    LeaseRow,
    sql`
    select o.lease_operator, o.lease_until, coalesce(u.full_name, u.email) as lease_holder
    from orders o left join users u on u.id = o.lease_operator where o.id = ${orderId}`,
  );

/** Drops one's own lease; the number of leases dropped. */
export const dropLease = (tx: Tx, orderId: string, operatorId: string): Promise<number> =>
  tx.run(sql`update orders set lease_operator = null, lease_until = null where id = ${orderId} and lease_operator = ${operatorId}::uuid`);
