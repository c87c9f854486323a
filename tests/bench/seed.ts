import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { TERM_KINDS, type Term } from '#core/search/term.ts';
import { numberOf } from '#server/orders/terms/order-terms.ts';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { withDatabase } from '#server/platform/db/url.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createApi } from '#tests/make/call-api.ts';
import { order } from '#tests/make/customer.ts';
import { makeFolder, removeFolder, startApp } from '#tests/make/process.ts';

export const OWNER = { email: 'owner@example.org', password: 'counter-and-two-trays-41' };
const SECRET_KEY = 'the secret of a bench, which is long enough for one';

/** Inserts copies of an order, `n` from 1 to `count`, with `changed` columns as expressions of `o` and `n`. */
export async function copyOrder(client: pg.Client, id: string, count: number, changed: Readonly<Record<string, string>>): Promise<void> {
  const values: Readonly<Record<string, string>> = {
    hold_id: 'null',
    slot_id: 'null',
    requisites_reference: 'null',
    rail_reference_rail: 'null',
    ...changed,
  };
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'orders' and table_schema = 'public' and is_generated = 'NEVER'`,
  );
  const names = rows.map(({ name }) => name);
  await client.query(
    `insert into orders (${names.map((name) => `"${name}"`).join(', ')})
     select ${names.map((name) => values[name] ?? `o."${name}"`).join(', ')} from orders o, generate_series(1, ${count}) n where o.id = $1`,
    [id],
  );
}

const DOMAINS = [
  'gmail.com',
  'gmail.com',
  'mail.ru',
  'mail.ru',
  'yandex.ru',
  'yandex.ru',
  'bk.ru',
  'proton.me',
  'icloud.com',
  'outlook.com',
];
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

/**
 * Copies of an order, each with its own customer, amounts and requisites, indexed with the numbers that the product would have
 * given them.
 */
export async function seedOrders(client: pg.Client, id: string, count: number): Promise<void> {
  const secrets = createSecrets(SECRET_KEY);
  const numbers = ({ kind, texts }: Pool) => texts.map((text) => String(numberOf({ secrets }, { kind, text })));
  const changed: Readonly<Record<string, string>> = {
    id: `lower(left(md5(n::text || 'order'), 20))`,
    email: EMAIL,
    status: `case when n <= 5000 then 'awaiting_payment' else 'completed' end`,
    status_changed_at: `o.status_changed_at - n * interval '40 seconds'`,
    created_at: `o.created_at - n * interval '40 seconds'`,
  };
  await copyOrder(client, id, count, changed);
  await client.query('drop index order_search_terms');
  await client.query(
    `insert into order_search (order_id, at, terms)
     select lower(left(md5(n::text || 'order'), 20)), o.created_at - n * interval '40 seconds',
       ${GRAMS} || array[${ofPool(2, 11)}, ${ofPool(2, 12)}, ${ofPool(3, 13)}, ${ofPool(3, 14)}, ${ofPool(4, 15)}, ${ofPool(4, 16)}, ${ofPool(5, 17)}, ${ofPool(5, 18)},
         ${own('customer', 21)}, ${own('requisite', 22)}, ${own('requisite', 23)}]
     from orders o, generate_series(1, ${count}) n, lateral (select ${EMAIL} as email) m where o.id = $1`,
    [id, numbers(POOLS.amount), numbers(POOLS.tail), numbers(POOLS.head), numbers(POOLS.word)],
  );
  await client.query(`set maintenance_work_mem = '256MB'`);
  await client.query('create index order_search_terms on order_search using gin (terms) with (gin_pending_list_limit = 512)');
  await client.query(
    `insert into deposits (id, rail, external_id, reference, order_id, payment_system_code, amount, state, tx_hash, first_seen_at, updated_at, recorded_at)
     select gen_random_uuid(), 'bench', 'FT' || lpad(n::text, 9, '0'), 'ref-' || md5(n::text), lower(left(md5(n::text || 'order'), 20)), 'USDTTRC20', 1000000, 'final',
       '0x' || md5(n::text) || md5((n + 1)::text), now(), now(), now() from generate_series(1, ${count}) n`,
  );
  await client.query('vacuum analyze');
}

export interface LargeSize {
  readonly orders: number;
  readonly customers: number;
  readonly chatLines: number;
}

const LINES_PER_CHAT = 15;

/** Customers with an account, each with a share of the orders, and chats of the first of them. Triggers and foreign keys are skipped. */
async function seedPeople(client: pg.Client, { orders, customers, chatLines }: LargeSize): Promise<void> {
  const chats = Math.ceil(chatLines / LINES_PER_CHAT);
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `insert into users (id, email, email_verified_at, created_at)
     select md5(n::text || 'user')::uuid, 'customer' || n || '@example.org', now(), now() - n * interval '1 minute' from generate_series(1, ${customers}) n`,
  );
  await client.query(
    `insert into customers (id, mailbox, made_at, last_order_at)
     select md5(n::text || 'customer'), 'customer' || n || '@example.org', now() - n * interval '1 minute', now() - n * interval '1 minute'
     from generate_series(1, ${customers}) n`,
  );
  await client.query(
    `insert into customer_users (user_id, customer_id, checked_at)
     select md5(n::text || 'user')::uuid, md5(n::text || 'customer'), now() from generate_series(1, ${customers}) n`,
  );
  await client.query(
    `insert into customer_orders (order_id, customer_id, at)
     select lower(left(md5(n::text || 'order'), 20)), md5((1 + n % ${customers})::text || 'customer'), now() - n * interval '40 seconds'
     from generate_series(1, ${orders}) n`,
  );
  await client.query(
    `insert into chat_threads (id, user_id, state, locale, created_at, last_at, last_nr)
     select md5(n::text || 'chat')::uuid, md5(n::text || 'user')::uuid, case when n % 100 = 0 then 'answered' else 'closed' end, 'ru',
       now() - n * interval '2 minutes', now() - n * interval '2 minutes', n * ${LINES_PER_CHAT} from generate_series(1, ${chats}) n`,
  );
  await client.query(
    `insert into chat_messages (nr, id, thread_id, author, text, at) overriding system value
     select n, gen_random_uuid(), md5(((n + ${LINES_PER_CHAT - 1}) / ${LINES_PER_CHAT})::text || 'chat')::uuid, 'customer',
       'Where is my money? Line ' || n, now() - n * interval '8 seconds' from generate_series(1, ${chatLines}) n`,
  );
  await client.query(`set session_replication_role = origin`);
}

export interface SeededShop {
  /** Environment of a process of this shop. */
  readonly env: Readonly<Record<string, string>>;
  readonly client: pg.Client;
  close(): Promise<void>;
}

/** A shop with one order of the product, filled by `seed`. With a `name` it is kept in the temporary folder and seeded once. */
export async function openSeededShop(seed: (client: pg.Client, id: string) => Promise<void>, name?: string): Promise<SeededShop> {
  const folder = name === undefined ? makeFolder() : path.join(os.tmpdir(), `razmen-${name}`);
  fs.mkdirSync(folder, { recursive: true });
  const server = await startEmbedded(folder);
  const client = new pg.Client({ connectionString: server.url });
  const close = async () => {
    await client.end();
    await server.stop();
    if (name === undefined) removeFolder(folder);
  };
  const limits = { RATE_LIMITS: 'off', LOG_LEVEL: 'error', RATE_SOURCES: 'demo', MARKET_STATS_URL: 'off' };
  const owner = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };
  const env = { DATABASE_URL: withDatabase(server.url, 'postgres'), DATA_DIR: folder, SECRET_KEY, ...limits, ...owner };
  try {
    await client.connect();
    const stamp = path.join(folder, 'seeded');
    if (!fs.existsSync(stamp)) {
      const seeding = await startApp(env);
      const made = await order(createApi(seeding.url), { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' });
      await seeding.stop();
      await seed(client, made.id);
      fs.writeFileSync(stamp, '');
    }
    return { env, client, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** `npm run bench -- large`: seeded once, then kept. */
export const openLargeShop = (size: LargeSize, name?: string): Promise<SeededShop> =>
  openSeededShop(async (client, id) => {
    await seedOrders(client, id, size.orders);
    await seedPeople(client, size);
    await client.query('vacuum analyze');
  }, name);
