import { destroyAuditDetails } from '#server/operators/sealed-detail.ts';
import { sql, type Sql, type Tx } from '#server/platform/db/db.ts';

export interface OrderScope {
  readonly ids: readonly string[];
  readonly userId: string;
}

/** Incidents about a user's orders, withdrawals and their payouts. */
export const isAboutOrders = ({ ids, userId }: OrderScope): Sql => sql`(
  subject = any(${ids}::text[])
  or subject in (select id::text from payouts where order_id = any(${ids}::text[]))
  or subject in (select id::text from withdrawals where user_id = ${userId})
  or subject in (select p.id::text from payouts p join withdrawals w on w.id = p.withdrawal_id where w.user_id = ${userId}))`;

/** Erases audit texts about a user's orders and what refers to them. An earlier release recorded withdrawals as orders. */
export async function eraseOrderAuditTexts(tx: Tx, { ids, userId }: OrderScope): Promise<number> {
  const ofOrders = sql`order_id = any(${ids}::text[])`;
  return await destroyAuditDetails(
    tx,
    sql`
    select unnest(array['order', 'review']), id from unnest(${ids}::text[]) as o (id)
    union select unnest(array['withdrawal', 'order']), id::text from withdrawals where user_id = ${userId}
    union select 'card_verification', id::text from card_verifications where user_id = ${userId} or ${ofOrders}
    union select 'chat', id::text from chat_threads where ${ofOrders}
    union select 'incident', id::text from incidents where ${isAboutOrders({ ids, userId })}
    union select 'bank_line', id::text from bank_lines where ${ofOrders}`,
  );
}

interface AccountScope {
  readonly userId: string;
  readonly mailbox: string | null;
}

/** Erases audit texts about a user's account and verified mailbox. */
export const eraseAccountAuditTexts = async (tx: Tx, { userId, mailbox }: AccountScope): Promise<number> =>
  await destroyAuditDetails(
    tx,
    sql`
    select 'user', ${userId}::text
    union select 'customer', id::text from customers where mailbox = ${mailbox}
    union select 'customer_pair', unnest(array[first_id || ' ' || second_id, second_id || ' ' || first_id]) from customer_pairs
      where exists (select from customers c where c.mailbox = ${mailbox} and c.id in (first_id, second_id))
    union select 'chat', id::text from chat_threads where user_id = ${userId}
    union select 'business_request', id::text from business_requests where user_id = ${userId} or mailbox = ${mailbox}
    union select 'reserve_request', id::text from reserve_requests where user_id = ${userId} or mailbox = ${mailbox}
    union select 'earning', id::text from earnings where user_id = ${userId}
    union select 'referral', id::text from referrals where user_id = ${userId} or referrer_id = ${userId}`,
  );
