import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '#server/platform/db/db.ts';

/**
 * Destroys what staff have written in the audit log about these subjects (rows of type and id): the words and the key that opens them.
 * The chained rows stay, so the chain is verified as before. Gives how many subjects had words.
 */
const forgetWords = async (tx: Tx, subjects: Sql): Promise<number> =>
  await tx.run(sql`
    with subjects (type, id) as (${subjects}),
      gone as (delete from audit_words w using subjects s where w.subject_type = s.type and w.subject_id = s.id)
    delete from audit_keys k using subjects s where k.subject_type = s.type and k.subject_id = s.id`);

export interface OfOrders {
  readonly ids: readonly string[];
  readonly userId: string;
}

/** Incidents about orders and withdrawals of a person, and about attempts to pay them. */
export const isAboutOrders = ({ ids, userId }: OfOrders): Sql => sql`(
  subject = any(${ids}::text[])
  or subject in (select id::text from payouts where order_id = any(${ids}::text[]))
  or subject in (select id::text from withdrawals where user_id = ${userId})
  or subject in (select p.id::text from payouts p join withdrawals w on w.id = p.withdrawal_id where w.user_id = ${userId}))`;

/** About orders of a person, and what hangs on them. */
export async function forgetWordsOfOrders(tx: Tx, { ids, userId }: OfOrders): Promise<number> {
  const ofOrders = sql`order_id = any(${ids}::text[])`;
  return await forgetWords(
    tx,
    sql`
    select 'order', id from unnest(${ids}::text[]) as o (id)
    union select 'withdrawal', id::text from withdrawals where user_id = ${userId}
    union select 'card_verification', id::text from card_verifications where user_id = ${userId} or ${ofOrders}
    union select 'chat', id::text from chat_threads where ${ofOrders}
    union select 'review', id::text from reviews where ${ofOrders}
    union select 'incident', id::text from incidents where ${isAboutOrders({ ids, userId })}
    union select 'bank_line', id::text from bank_lines where ${ofOrders}`,
  );
}

interface OfAccount {
  readonly userId: string;
  readonly mailbox: string | null;
}

/** About a person's account and a mailbox that is proven to be that person's. */
export const forgetWordsOfAccount = async (tx: Tx, { userId, mailbox }: OfAccount): Promise<number> =>
  await forgetWords(
    tx,
    sql`
    select 'user', ${userId}::text
    union select 'customer', id::text from customers where mailbox = ${mailbox}
    union select 'chat', id::text from chat_threads where user_id = ${userId}
    union select 'business_request', id::text from business_requests where user_id = ${userId} or mailbox = ${mailbox}
    union select 'reserve_request', id::text from reserve_requests where user_id = ${userId} or mailbox = ${mailbox}
    union select 'earning', id::text from earnings where user_id = ${userId}
    union select 'referral', id::text from referrals where user_id = ${userId} or referrer_id = ${userId}`,
  );
