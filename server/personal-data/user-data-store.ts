import * as z from 'zod/mini';
import { formatAmount } from '#core/money/amount.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

const OrderRow = rowType({
  id: col.text,
  status: col.text,
  email: col.text,
  ip: col.nullable(col.text),
  locale: col.text,
  income_code: col.text,
  outcome_code: col.text,
  income_amount: col.text,
  outcome_amount: col.text,
  received_amount: col.text,
  income: col.bytes,
  outcome: col.bytes,
  claim: col.nullable(col.json(z.record(z.string(), z.unknown()))),
  income_tx_hash: col.nullable(col.text),
  outcome_tx_hash: col.nullable(col.text),
  created_at: col.timestamp,
  timeline: col.json(z.array(z.record(z.string(), z.unknown()))),
  messages: col.nullable(col.json(z.array(z.record(z.string(), z.unknown())))),
});

export type ExportedOrder = ReturnType<typeof exportOrder>;

function exportOrder({ catalogue, secrets }: Pick<Deps, 'catalogue' | 'secrets'>, row: RowOf<typeof OrderRow>) {
  const amount = (code: string, minor: string) => formatAmount(BigInt(minor), catalogue.paymentSystem(code)?.scale ?? 0);
  const unseal = (sealed: Buffer) => JSON.parse(secrets.unseal(sealed)) as RequisiteValues;
  const { income, outcome, income_code: from, outcome_code: to, ...rest } = row;
  return {
    ...rest,
    payment_system_from: from,
    payment_system_to: to,
    income_amount: amount(from, row.income_amount),
    outcome_amount: amount(to, row.outcome_amount),
    received_amount: amount(from, row.received_amount),
    income_requisites: unseal(income),
    outcome_requisites: unseal(outcome),
    created_at: row.created_at.toISOString(),
    messages: row.messages ?? [],
  };
}

/** A user's orders with decrypted requisites, timeline and messages. */
export async function readOrders(deps: Pick<Deps, 'catalogue' | 'secrets'>, db: Queryable, userId: string): Promise<ExportedOrder[]> {
  const rows = await db.many(
    OrderRow,
    sql`
    select id, status, email, ip, locale, income_code, outcome_code, income_amount, outcome_amount, received_amount, claim,
      income_tx_hash, outcome_tx_hash,
      income_requisites_sealed as income, outcome_requisites_sealed as outcome, created_at,
      (select json_agg(json_build_object('status', e.to_status, 'at', e.at) order by e.version) from order_events e
        where e.order_id = o.id) as timeline,
      (select json_agg(json_build_object('to', m.recipient, 'text', m.body, 'at', m.at) order by m.at) from customer_messages m
        where m.order_id = o.id) as messages
    from orders o where user_id = ${userId} order by created_at, id`,
  );
  return rows.map((row) => exportOrder(deps, row));
}

const WithdrawalRow = rowType({
  id: col.text,
  status: col.text,
  purse: col.text,
  outcome_code: col.text,
  outcome_amount: col.text,
  sealed: col.bytes,
  created_at: col.timestamp,
});

/** A user's withdrawals. */
export async function readWithdrawals({ catalogue, secrets }: Pick<Deps, 'catalogue' | 'secrets'>, db: Queryable, userId: string) {
  const rows = await db.many(
    WithdrawalRow,
    sql`
    select id, status, purse, outcome_code, outcome_amount, requisites_sealed as sealed, created_at from withdrawals
    where user_id = ${userId} order by created_at, id`,
  );
  return rows.map(({ sealed, outcome_code: code, ...row }) => ({
    ...row,
    payment_system: code,
    outcome_amount: formatAmount(BigInt(row.outcome_amount), catalogue.paymentSystem(code)?.scale ?? 0),
    requisites: JSON.parse(secrets.unseal(sealed)) as RequisiteValues,
    created_at: row.created_at.toISOString(),
  }));
}

const ChequeRow = rowType({ order_id: col.text, id: col.text, file_key: col.text });

/** Payment receipts that the user uploaded. */
export const findChequeFiles = async (db: Queryable, userId: string): Promise<RowOf<typeof ChequeRow>[]> =>
  await db.many(
    ChequeRow,
    sql`select c.order_id, c.id, c.file_key from cheques c join orders o on o.id = c.order_id where o.user_id = ${userId}
      order by c.created_at`,
  );

const CardRow = rowType({
  id: col.text,
  order_id: col.nullable(col.text),
  state: col.text,
  name: col.text,
  issuing_bank_id: col.text,
  sealed: col.bytes,
  created_at: col.timestamp,
});

/** Cards that the user submitted, directly or for an order. */
export async function readCards({ secrets }: Pick<Deps, 'secrets'>, db: Queryable, userId: string) {
  const rows = await db.many(
    CardRow,
    sql`
    select id, order_id, state, name, issuing_bank_id, card_sealed as sealed, created_at from card_verifications
    where user_id = ${userId} or order_id in (select id from orders where user_id = ${userId}) order by created_at, id`,
  );
  return rows.map(({ sealed, ...row }) => ({ ...row, card_number: secrets.unseal(sealed), created_at: row.created_at.toISOString() }));
}

const MessageRow = rowType({
  order_id: col.nullable(col.text),
  author: col.text,
  text: col.nullable(col.text),
  at: col.timestamp,
  file_id: col.nullable(col.text),
  file_key: col.nullable(col.text),
});

/** Messages of the user's own thread and of the user's orders, without withdrawn content. */
export const readChats = async (db: Queryable, userId: string): Promise<RowOf<typeof MessageRow>[]> =>
  await db.many(
    MessageRow,
    sql`
    select t.order_id, m.author, case when m.withdrawn_at is null then m.text end as text, m.at,
      case when m.withdrawn_at is null then m.file_id end as file_id, case when m.withdrawn_at is null then m.file_key end as file_key
    from chat_messages m join chat_threads t on t.id = m.thread_id
    where t.user_id = ${userId}::uuid or t.order_id in (select id from orders where user_id = ${userId}::uuid)
    order by m.nr limit 10000`,
  );

const KeyRow = rowType({ file_key: col.text });

/** Files of the account's thread. They are removed before their rows. */
export const findChatFiles = async (db: Queryable, userId: string): Promise<string[]> =>
  (
    await db.many(
      KeyRow,
      sql`
      select m.file_key from chat_messages m join chat_threads t on t.id = m.thread_id
        where m.file_key is not null and t.user_id = ${userId}::uuid`,
    )
  ).map(({ file_key: key }) => key);

/** Files of the threads of the user's orders. */
export const findOrderChatFiles = async (db: Queryable, userId: string): Promise<string[]> =>
  (
    await db.many(
      KeyRow,
      sql`
      select m.file_key from chat_messages m join chat_threads t on t.id = m.thread_id join orders o on o.id = t.order_id
      where m.file_key is not null and o.user_id = ${userId}::uuid`,
    )
  ).map(({ file_key: key }) => key);
