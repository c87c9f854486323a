import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

const CustomerReferrerRow = rowType({
  email: col.text,
  customer_id: col.nullable(col.text),
  bound_at: col.timestamp,
  is_stopped: col.bool,
});

/** A customer's referrer, for the office; undefined: none. */
export const findCustomerReferrer = async (
  db: Queryable,
  { customerId, userId }: { readonly customerId: string; readonly userId: string | null },
): Promise<RowOf<typeof CustomerReferrerRow> | undefined> =>
  await db.maybe(
    CustomerReferrerRow,
    sql`
    select u.email, (select k.customer_id from customer_users k where k.user_id = u.id) as customer_id, r.bound_at,
      r.refused is not null as is_stopped
    from referrals r join users u on u.id = r.referrer_id where r.user_id = ${userId} or r.customer_id = ${customerId} order by r.bound_at
    limit 1`,
  );
