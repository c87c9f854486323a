import { sql, type Tx } from '#server/platform/db/db.ts';

/**
 * Gives orders with this e-mail, of guests and unverified accounts, to the user who has proven it (domain 9). Their tokens stay valid.
 * Returns the number of orders.
 */
export const attachOrders = (tx: Tx, { userId, email }: { readonly userId: string; readonly email: string }): Promise<number> =>
  tx.run(sql`
    update orders set user_id = ${userId}
    where lower(email) = lower(${email}) and user_id is distinct from ${userId}
      and (user_id is null or user_id in (select id from users where email_verified_at is null))`);

/** Gives one guest order to an account that holds its token. 0: the order already belongs to an account. */
export const attachOrder = (tx: Tx, { userId, orderId }: { readonly userId: string; readonly orderId: string }): Promise<number> =>
  tx.run(sql`update orders set user_id = ${userId} where id = ${orderId} and user_id is null`);

/** Orders of a deleted account become guests' orders again; their tokens stay valid. */
export const detachOrders = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`update orders set user_id = null where user_id = ${userId}`);
