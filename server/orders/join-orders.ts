import sql from 'sql-template-tag';
import type { Tx } from '#server/platform/db/db.ts';

/**
 * Orders that an address was given with become its owner's, once it is proven to be his (domain 9): those of guests, and those made in
 * accounts that only said the address was theirs. Their keys go on opening them. How many there were.
 */
export const joinOrders = (tx: Tx, { userId, email }: { readonly userId: string; readonly email: string }): Promise<number> =>
  tx.run(sql`
    update orders set user_id = ${userId}
    where lower(email) = lower(${email}) and user_id is distinct from ${userId}
      and (user_id is null or user_id in (select id from users where email_verified_at is null))`);

/** One order of a guest becomes an account's: he holds its key. 0: it is somebody's by now. */
export const joinOrder = (tx: Tx, { userId, orderId }: { readonly userId: string; readonly orderId: string }): Promise<number> =>
  tx.run(sql`update orders set user_id = ${userId} where id = ${orderId} and user_id is null`);

/** Orders of an account that is no more are guests' again: whoever holds their keys opens them. */
export const leaveOrders = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`update orders set user_id = null where user_id = ${userId}`);
