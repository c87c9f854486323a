import { SYSTEM_REASONS } from '#core/order/ending.ts';
import { destroyAuditDetails } from '#server/operators/sealed-detail.ts';
import { col, type Queryable, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import type { DestroyedCount } from './erase-store.ts';

export interface OrderScope {
  readonly ids: readonly string[];
  readonly userId: string;
}

/** Incidents about a user's orders, withdrawals and their payouts. */
const isAboutOrders = ({ ids, userId }: OrderScope): Sql => sql`(
  subject = any(${ids}::text[])
  or subject in (select id::text from payouts where order_id = any(${ids}::text[]))
  or subject in (select id::text from withdrawals where user_id = ${userId})
  or subject in (select p.id::text from payouts p join withdrawals w on w.id = p.withdrawal_id where w.user_id = ${userId}))`;

/** Erases audit texts about a user's orders and what refers to them. An earlier release recorded withdrawals as orders. */
async function eraseOrderAuditTexts(tx: Tx, { ids, userId }: OrderScope): Promise<number> {
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

const IdRow = rowType({ id: col.text });
const CountRow = rowType({ count: col.number });

export const findOrderIds = async (db: Queryable, userId: string): Promise<string[]> =>
  (await db.many(IdRow, sql`select id from orders where user_id = ${userId}`)).map(({ id }) => id);

/** Placeholders of erased values. They are encrypted like the originals but have no content. */
export interface ErasedPlaceholder {
  readonly sealed: Buffer;
  readonly fingerprint: Buffer;
}

/** A reserved domain that no mailbox can have. */
const ERASED_EMAIL = 'erased@erased.invalid';

/** A decided or expired proposal. */
const isOver = (now: Date): Sql => sql`(state <> 'open' or expires_at <= ${now})`;

/** A statement of an erasure. With `counts` it calls a function that returns how many rows it changed. */
interface Erasure {
  readonly what: string;
  readonly statement: Sql;
  readonly counts?: true;
}

async function runErasures(tx: Tx, erasures: readonly Erasure[]): Promise<DestroyedCount[]> {
  const counted: DestroyedCount[] = [];
  for (const { what, statement, counts } of erasures)
    counted.push({ what, count: counts === true ? (await tx.one(CountRow, statement)).count : await tx.run(statement) });
  return counted;
}

interface OrdersToErase {
  readonly ids: readonly string[];
  readonly userId: string;
  readonly placeholder: ErasedPlaceholder;
  readonly now: Date;
}

const ofOrders = (ids: readonly string[]): Sql => sql`order_id = any(${ids}::text[])`;

/** Erasures of what identifies the customer and of where money goes. An undecided card check is cancelled and its claim released. */
const requisiteErasures = ({ ids, userId, placeholder: { sealed, fingerprint }, now }: OrdersToErase): Erasure[] => [
  {
    what: 'orders',
    statement: sql`
      update orders set email = ${ERASED_EMAIL}, ip = null, income_requisites_sealed = ${sealed}, income_requisites_masked = '{}',
        outcome_requisites_sealed = ${sealed}, outcome_requisites_masked = '{}', outcome_fingerprint = ${fingerprint}, claim = null,
        reason = case when reason = any(${[...SYSTEM_REASONS]}::text[]) then reason when reason is null then null else '' end
      where id = any(${ids}::text[])`,
  },
  {
    what: 'withdrawals',
    statement: sql`
      update withdrawals set requisites_sealed = ${sealed}, requisites_masked = '{}',
        outcome_fingerprint = case when outcome_fingerprint is null then null else ${fingerprint}::bytea end
      where user_id = ${userId}`,
  },
  {
    what: 'card_verifications',
    statement: sql`
      update card_verifications set card_fingerprint = ${fingerprint}, card_masked = '', card_sealed = ${sealed}, name = '',
        reason_text = null, picture_secret_sealed = null, picture_erased_at = coalesce(picture_erased_at, ${now}),
        state = case when decided_at is null then 'cancelled' else state end,
        decided_at = coalesce(decided_at, ${now}),
        held_by = case when decided_at is null then null else held_by end,
        held_until = case when decided_at is null then null else held_until end
      where user_id = ${userId} or order_id = any(${ids}::text[])`,
  },
];

/** Erasures of how the customer is reached and of what the customer sent. */
const contactErasures = ({ ids, userId }: OrdersToErase): Erasure[] => [
  { what: 'customer_orders', statement: sql`update customer_orders set device = null where ${ofOrders(ids)}` },
  { what: 'order_search', statement: sql`delete from order_search where ${ofOrders(ids)}` },
  { what: 'telegram_links', statement: sql`delete from telegram_links where ${ofOrders(ids)}` },
  { what: 'push_subscriptions', statement: sql`delete from push_subscriptions where ${ofOrders(ids)}` },
  { what: 'chat_threads', statement: sql`delete from chat_threads where ${ofOrders(ids)}` },
  { what: 'cheques', statement: sql`delete from cheques where ${ofOrders(ids)}` },
  { what: 'customer_messages', counts: true, statement: sql`select empty_customer_messages(${ids}::text[]) as count` },
  { what: 'customer_notes', counts: true, statement: sql`select empty_customer_notes(${ids}::text[], null) as count` },
  {
    what: 'event_notes',
    counts: true,
    statement: sql`select empty_event_notes(${ids}::text[], array(select id from withdrawals where user_id = ${userId})) as count`,
  },
  { what: 'destination_requests', statement: sql`update destination_requests set recipient = '', note = '' where ${ofOrders(ids)}` },
];

/** Erasures of what operators wrote and of what the office decided. */
const officeErasures = ({ ids, userId, now }: OrdersToErase): Erasure[] => {
  const ofTasks = sql`(subject_id = any(${ids}::text[]) or subject_id in (select id from withdrawals where user_id = ${userId}))`;
  return [
    {
      what: 'approval_voices',
      statement: sql`
      update approval_voices set note = null where note is not null and approval_id in (
        select id from approvals where subject = any(${ids}::text[]) or subject in (select id from withdrawals where user_id = ${userId}))`,
    },
    { what: 'observations', statement: sql`update deposits set note = '' where note <> '' and ${ofOrders(ids)}` },
    { what: 'bank_lines', statement: sql`update bank_lines set note = null where note is not null and ${ofOrders(ids)}` },
    {
      what: 'incidents',
      statement: sql`
      update incidents set note = case when note is null then null else '' end, detail = detail - 'requisites_masked'
      where (note <> '' or detail ? 'requisites_masked') and ${isAboutOrders({ ids, userId })}`,
    },
    // An operator's note on a manual payout is stored both with its task and with the payout attempt
    {
      what: 'payouts',
      statement: sql`update payouts set reason = '' where reason <> '' and id in (select reference from payout_tasks where ${ofTasks})`,
    },
    {
      what: 'payout_tasks',
      statement: sql`
      update payout_tasks set destination_masked = '{}', reason = case when reason is null then null else '' end where ${ofTasks}`,
    },
    {
      what: 'approvals',
      statement: sql`
      update approvals set payload_sealed = null, note = '', decision_note = null,
        payload = (payload::jsonb - 'requisites_masked' - 'former_destination' - 'destination' - 'email')::text
      where (subject = any(${ids}::text[]) or subject in (select id from withdrawals where user_id = ${userId})) and ${isOver(now)}`,
    },
    { what: 'letters', statement: sql`delete from letters where subjects && ${ids}::text[]` },
    { what: 'mail_news', statement: sql`delete from mail_news where subject = any(${ids}::text[])` },
  ];
};

/**
 * Erases personal data in orders. Amounts, states, times and postings stay, so that the ledger balances. Transaction hashes stay as the
 * public and only proof of payment.
 */
export async function eraseOrderData(tx: Tx, orders: OrdersToErase): Promise<DestroyedCount[]> {
  return [
    { what: 'audit_words', count: await eraseOrderAuditTexts(tx, orders) },
    ...(await runErasures(tx, [...requisiteErasures(orders), ...contactErasures(orders), ...officeErasures(orders)])),
  ];
}

/** Erases the office's records of an account and its mailbox, and the account's idempotency records. */
export const eraseAccountData = async (
  tx: Tx,
  { userId, mailbox, now }: { userId: string; mailbox: string | null; now: Date },
): Promise<DestroyedCount[]> => [
  { what: 'customer_notes', ...(await tx.one(CountRow, sql`select empty_customer_notes('{}', ${mailbox}) as count`)) },
  {
    what: 'customer_pairs',
    count: await tx.run(sql`
      update customer_pairs set note = '' where note <> '' and exists (
        select from customers c where c.mailbox = ${mailbox} and c.id in (first_id, second_id))`),
  },
  { what: 'customers', count: await tx.run(sql`update customers set mailbox = id || '@erased.invalid' where mailbox = ${mailbox}`) },
  { what: 'business_requests', count: await tx.run(sql`delete from business_requests where mailbox = ${mailbox}`) },
  // Reviews stay without the author's name. The author can withdraw a review (decision 0065)
  {
    what: 'review_names',
    count: await tx.run(
      sql`update reviews set name = null where name is not null and order_id in (select id from orders where user_id = ${userId})`,
    ),
  },
  {
    what: 'review_declines',
    count: await tx.run(
      sql`update reviews set decline_text = null
        where decline_text is not null and order_id in (select id from orders where user_id = ${userId})`,
    ),
  },
  // The answer shown with a published review stays. Erased are those of unpublished reviews, older than the review's text, or superseded
  {
    what: 'review_answers',
    count: await tx.run(sql`
      update review_answers a set body = '' from reviews r
      where a.body <> '' and r.id = a.review_id and r.order_id in (select id from orders where user_id = ${userId})
        and (r.state <> 'published' or a.at < r.written_at
        or exists (select from review_answers b where b.review_id = r.id and b.version > a.version))`),
  },
  // A person's reason for a reversal is erased. A reason of the system stays
  {
    what: 'earnings',
    count: await tx.run(sql`
      update earnings set note = null, reversal_reason = case when reversed_by is null then reversal_reason end
      where user_id = ${userId} and (note is not null or reversed_by is not null)`),
  },
  { what: 'review_invitations', count: await tx.run(sql`delete from review_invitations where mailbox = ${mailbox}`) },
  { what: 'reserve_requests', count: await tx.run(sql`delete from reserve_requests where mailbox = ${mailbox}`) },
  {
    what: 'approvals',
    count: await tx.run(sql`
      update approvals set note = '', decision_note = null, payload = (payload::jsonb - 'email' - 'referral')::text
      where ${isOver(now)} and (subject = ${userId} or subject in (
        select id::text from earnings where user_id = ${userId} union all
        select id::text from referrals where user_id = ${userId} or referrer_id = ${userId}))`),
  },
  { what: 'idempotency_keys', count: await tx.run(sql`delete from idempotency_keys where scope = ${`user ${userId}`}`) },
];
