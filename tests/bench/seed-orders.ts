import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { TERM_KINDS, type Term } from '#core/search/term.ts';
import { numberOf } from '#server/orders/terms/order-terms.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { type Api } from '#tests/make/call-api.ts';
import { type GuestOrder, type OrderInput, payAtSandbox, provenOrder, readOrder } from '#tests/make/customer.ts';
import { loadInBulk } from './bulk-load.ts';

/** Open orders of every seeded shop; fewer in a small one. */
const OPEN_ORDERS = 5_000;
/** Time between two orders: a million of them are 463 days. */
const ORDER_INTERVAL = `interval '40 seconds'`;
/** A rail that this shop no longer has: no provider's list can be compared with its payments. */
const CLOSED_RAIL = 'closed';

const DOMAINS = 'gmail.com gmail.com mail.ru mail.ru yandex.ru yandex.ru bk.ru proton.me icloud.com outlook.com'.split(' ');
export const FIRST =
  'anna boris vera gleb dmitry elena fedor galina igor kirill lev maria nikita olga pavel roman sergey tatiana yuri zoya'.split(' ');
export const LAST =
  'ivanov petrov sidorov smirnov kuznetsov popov sokolov lebedev kozlov novikov morozov volkov alekseev egorov pavlov'.split(' ');

const lists = (values: readonly string[]) => `array['${values.join("','")}']`;
/** A number derived from the row, the same on every call. */
const spread = (salt: number, size: number) => `(hashint8(n * 31 + ${salt}) & 2147483647) % ${size}`;
const pick = (values: readonly string[], salt: number) => `(${lists(values)})[1 + ${spread(salt, values.length)}]`;

const EMAIL = `${pick(FIRST, 1)} || '.' || ${pick(LAST, 2)} || ${spread(3, 90_000)} || '@' || ${pick(DOMAINS, 4)}`;
const GRAMS = `(select array_agg(distinct (${TERM_KINDS.mail}::bigint << 56) | (ascii(substr(m.email, i, 1))::bigint << 32)
  | (ascii(substr(m.email, i + 1, 1))::bigint << 16) | ascii(substr(m.email, i + 2, 1))) from generate_series(1, length(m.email) - 2) i)`;

/** This many different terms of one kind, numbered as the product would. */
interface Pool {
  readonly kind: Term['kind'];
  readonly texts: readonly string[];
}

export const ROUND = ['100', '200', '500', '1000', '5000', '10000'];
const POOLS = {
  amount: {
    kind: 'amount',
    texts: [
      ...Array.from({ length: 200 }, (_, at) => ROUND[at % ROUND.length] ?? ''),
      ...Array.from({ length: 20_000 }, (_, at) => `${1000 + at}.37`),
    ],
  },
  tail: { kind: 'tail', texts: Array.from({ length: 10_000 }, (_, at) => String(at).padStart(4, '0')) },
  head: { kind: 'head', texts: Array.from({ length: 400 }, (_, at) => String(220_000 + at)) },
  word: { kind: 'word', texts: [...FIRST, ...LAST, ...Array.from({ length: 3_000 }, (_, at) => `fam${at}`)] },
} as const satisfies Readonly<Record<string, Pool>>;

const own = (kind: Term['kind'], salt: number) =>
  `((${TERM_KINDS[kind]}::bigint << 56) | (hashint8extended(n, ${salt}) & ((1::bigint << 56) - 1)))`;
const ofPool = (place: number, salt: number) =>
  `($${place}::bigint[])[1 + (hashint8(n + ${salt}) & 2147483647) % array_length($${place}::bigint[], 1)]`;

const ORDER_ID = `lower(left(md5(n::text || 'order'), 20))`;
/** The customer of an order. The first one has every fiftieth. */
export const customerOf = (customers: number) => `(case when n % 50 = 0 then 1 else 1 + n % ${customers} end)`;
export const userId = (number: string) => `md5(${number}::text || 'user')::uuid`;

/** Orders that the product made, by the state in which they stand. */
export interface Templates {
  readonly awaiting: string;
  readonly claimed: string;
  /** Its payout waits for an approval. */
  readonly pending: string;
  readonly completed: readonly string[];
}

const PAIRS = [
  { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' },
  { from: 'BTC', to: 'TCSBRUB', side: 'income', amount: '0.01' },
  { from: 'SBERRUB', to: 'USDTTRC20', side: 'income', amount: '10000' },
] as const;
/** Above the limit up to which payouts need no approval. */
const LARGE = { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '4000' } as const;

async function untilStatus(api: Api, order: GuestOrder, status: string): Promise<void> {
  const DEADLINE_MS = 60_000;
  for (const end = Date.now() + DEADLINE_MS; ; await sleep(100)) {
    const seen = String((await readOrder(api, order))['status']);
    if (seen === status) return;
    if (Date.now() > end) throw new Error(`a seeded order is ${seen}, not ${status}`);
  }
}

async function takeThrough(api: Api, input: OrderInput, status: string): Promise<string> {
  const order = await provenOrder(api, input);
  await untilStatus(api, order, 'awaiting_payment');
  await payAtSandbox(api, order);
  await untilStatus(api, order, status);
  return order.id;
}

/** Takes one order of each kind through the product. */
export async function makeTemplates(api: Api): Promise<Templates> {
  const completed: string[] = [];
  for (const pair of PAIRS) completed.push(await takeThrough(api, pair, 'completed'));
  const pending = await takeThrough(api, LARGE, 'payout_pending');
  const [awaiting, claimed] = [await provenOrder(api, PAIRS[0]), await provenOrder(api, PAIRS[0])];
  for (const order of [awaiting, claimed]) await untilStatus(api, order, 'awaiting_payment');
  const attributes = { order_id: claimed.id, tx_hash: 'ab'.repeat(32) };
  const answer = await api.call('POST', '/api/v1/orders/confirm_payment', {
    type: 'orders',
    attributes,
    headers: { 'order-token': claimed.token },
  });
  if (answer.status !== 200) throw new Error(`the claim was refused: ${answer.text}`);
  return { awaiting: awaiting.id, claimed: claimed.id, pending, completed };
}

/** Which rows of a table belong to a template `$1`, and how copies differ: expressions of the row `t` and the number `n`. */
interface CopiedTable {
  readonly table: string;
  readonly where: string;
  readonly changed?: Readonly<Record<string, string>>;
}

const TABLES: readonly CopiedTable[] = [
  { table: 'order_events', where: 't.order_id = $1' },
  { table: 'ledger_transfers', where: 't.order_id = $1' },
  { table: 'ledger_entries', where: 't.transfer_id in (select id from ledger_transfers where order_id = $1)' },
  { table: 'account_balances', where: 't.account_of = $1' },
  {
    table: 'deposits',
    where: 't.order_id = $1',
    changed: {
      rail: `'${CLOSED_RAIL}'`,
      external_id: `'FT' || lpad(n::text, 9, '0')`,
      tx_hash: `'0x' || md5(n::text) || md5((n + 1)::text)`,
    },
  },
  { table: 'payouts', where: 't.order_id = $1', changed: { rail: `'${CLOSED_RAIL}'`, external_id: `'out_' || md5(n::text)` } },
  { table: 'order_results', where: 't.order_id = $1' },
  { table: 'approvals', where: 't.subject = $1', changed: { expires_at: `now() + interval '30 days'` } },
];
const LOADED = ['orders', 'order_search', 'customer_orders', ...TABLES.map(({ table }) => table)];

interface Column {
  readonly name: string;
  readonly type: string;
}

/** A copied column: own ids and references, and times that lie `n` intervals earlier. */
function valueOf({ name, type }: Column, changed: Readonly<Record<string, string>>): string {
  if (changed[name] !== undefined) return changed[name];
  const column = `t."${name}"`;
  if (type === 'timestamp with time zone') return `${column} - n * ${ORDER_INTERVAL}`;
  if (['id', 'transfer_id', 'pending_id', 'hold_id'].includes(name) && type === 'uuid') return `md5(n::text || ${column}::text)::uuid`;
  if (['id', 'order_id', 'account_of', 'subject', 'reference', 'requisites_reference'].includes(name))
    return `replace(${column}, $1, ${ORDER_ID})`;
  return column;
}

/** One template, and the numbers of its copies: a set-returning expression. */
interface Copies {
  readonly id: string;
  readonly count: number;
  readonly numbers: string;
}

async function copyRows(client: pg.Client, { table, where, changed = {} }: CopiedTable, { id, numbers }: Copies): Promise<void> {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  await client.query(
    `insert into ${table} (${rows.map(({ name }) => `"${name}"`).join(', ')})
     select ${rows.map((column) => valueOf(column, changed)).join(', ')} from ${numbers} n, ${table} t where ${where} and $1 <> ''`,
    [id],
  );
}

/** Adds what the copies moved on shared accounts, after the opening balance of the wallet that pays them out. */
async function postShared(client: pg.Client, { id, count }: Copies): Promise<void> {
  const moved = `select e.account_kind, e.account_of, e.wallet, sum(e.amount) * ${count} as amount
    from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where t.order_id = $1 and t.phase in ('posted', 'pending_posted') and e.account_of <> $1 group by 1, 2, 3`;
  await client.query(
    `insert into account_balances (account_kind, account_of, wallet, balance) ${moved}
     on conflict (account_kind, account_of, wallet, order_id) do update set balance = account_balances.balance + excluded.balance`,
    [id],
  );
  await client.query(
    `update reserves r set posted = r.posted + m.total from (
       select wallet, sum(amount) as total from (${moved}) m
       where account_kind in ('treasury', 'transit_out', 'order_in', 'suspense') group by wallet) m where m.wallet = r.wallet`,
    [id],
  );
  await client.query(
    `update reserves r set held = r.held + h.total from (
       select e.wallet, sum(abs(e.amount)) * ${count} as total from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
       where t.order_id = $1 and t.phase = 'pending' and e.account_kind = 'transit_out'
       and not exists (select from ledger_transfers d where d.pending_id = t.id) group by e.wallet) h where h.wallet = r.wallet`,
    [id],
  );
}

/** An opening balance that covers every copied payout and hold. */
async function openWallet(client: pg.Client, { id, count }: Copies): Promise<void> {
  const { rows } = await client.query<{ wallet: string; asset: string; amount: string; transfer: string }>(
    `select w.id as wallet, w.asset, (o.outcome_amount * $2::int)::text as amount, md5(o.id || 'opening') as transfer
     from orders o join wallets w on w.id = o.outcome_wallet where o.id = $1`,
    [id, count],
  );
  for (const { wallet, asset, amount, transfer } of rows) {
    await client.query(
      `insert into ledger_transfers (id, kind, phase, actor, reason, created_at) values ($1, 'opening', 'posted', 'system', 'seeded', now())`,
      [transfer],
    );
    const accounts = `(values (1, $2::numeric, 'treasury', $3::text), (2, -$2::numeric, 'equity', $4::text)) a (line, amount, kind, of)`;
    await client.query(
      `insert into ledger_entries (transfer_id, line, asset, wallet, amount, account_kind, account_of)
       select $1::uuid, a.line, $4, $3, a.amount, a.kind, a.of from ${accounts}`,
      [transfer, amount, wallet, asset],
    );
    await client.query(
      `update account_balances b set balance = b.balance + a.amount from ${accounts}
       where $1::uuid is not null and b.wallet = $3 and b.order_id = '' and (b.account_kind, b.account_of) = (a.kind, a.of)`,
      [transfer, amount, wallet, asset],
    );
    await client.query('update reserves set posted = posted + $2::numeric where wallet = $1', [wallet, amount]);
  }
}

function copiesOf({ awaiting, claimed, pending, completed }: Templates, count: number): readonly Copies[] {
  const open = Math.min(OPEN_ORDERS, Math.floor(count / 10));
  const every = (id: string, first: number, step: number, last: number): Copies => ({
    id,
    count: Math.floor((last - first) / step) + 1,
    numbers: `generate_series(${first}, ${last}, ${step})`,
  });
  const waiting = [awaiting, claimed, pending];
  return [
    ...waiting.map((id, at) => every(id, 1 + at, waiting.length, open)),
    ...completed.map((id, at) => every(id, open + 1 + at, completed.length, count)),
  ];
}

async function indexTerms(client: pg.Client, count: number, secretKey: string): Promise<void> {
  const secrets = createSecrets(secretKey);
  const numbers = ({ kind, texts }: Pool) => texts.map((text) => String(numberOf({ secrets }, { kind, text })));
  await client.query(
    `insert into order_search (order_id, at, terms)
     select ${ORDER_ID}, now() - n * ${ORDER_INTERVAL},
       ${GRAMS} || array[${ofPool(1, 11)}, ${ofPool(1, 12)}, ${ofPool(2, 13)}, ${ofPool(2, 14)}, ${ofPool(3, 15)}, ${ofPool(3, 16)}, ${ofPool(4, 17)}, ${ofPool(4, 18)},
         ${own('customer', 21)}, ${own('requisite', 22)}, ${own('requisite', 23)}]
     from generate_series(1, ${count}) n, lateral (select ${EMAIL} as email) m`,
    [numbers(POOLS.amount), numbers(POOLS.tail), numbers(POOLS.head), numbers(POOLS.word)],
  );
}

/**
 * Copies of the product's own orders with their timelines, deposits, payouts and ledger entries, each with its own customer, e-mail
 * and search terms. Half belong to accounts.
 */
export async function seedOrders(
  client: pg.Client,
  templates: Templates,
  { orders, customers, secretKey }: { readonly orders: number; readonly customers: number; readonly secretKey: string },
): Promise<void> {
  const changed = {
    email: EMAIL,
    user_id: `case when n % 2 = 0 then ${userId(customerOf(customers))} end`,
    slot_id: 'null',
    // The deadline's job shall leave open orders as they are
    expires_at: `case when t.expires_at is not null then now() + interval '30 days' end`,
    payment_deadline: `case when t.payment_deadline is not null then now() + interval '30 days' end`,
  };
  const copies = copiesOf(templates, orders);
  for (const each of copies) await openWallet(client, each);
  for (const each of copies) await postShared(client, each);
  await loadInBulk(client, LOADED, async () => {
    for (const each of copies) {
      await copyRows(client, { table: 'orders', where: 't.id = $1', changed }, each);
      for (const table of TABLES) await copyRows(client, table, each);
    }
    await indexTerms(client, orders, secretKey);
    await client.query(
      `insert into customer_orders (order_id, customer_id, at)
       select ${ORDER_ID}, md5(${customerOf(customers)}::text || 'customer'), now() - n * ${ORDER_INTERVAL} from generate_series(1, ${orders}) n`,
    );
  });
}
