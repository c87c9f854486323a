import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { withDatabase } from '#server/platform/db/url.ts';
import { type Api, createApi } from '#tests/make/call-api.ts';
import { makeFolder, removeFolder, startApp } from '#tests/make/process.ts';
import { makeTemplates, seedOrders, userId } from './seed-orders.ts';

export const OWNER = { email: 'owner@example.org', password: 'counter-and-two-trays-41' };
/** The account with the most orders of a large shop. */
export const FIRST_CUSTOMER = { ...OWNER, email: 'customer1@example.org' };
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

export interface LargeSize {
  readonly orders: number;
  readonly customers: number;
  readonly chatLines: number;
}

const LINES_PER_CHAT = 15;

/** Customers with an account, and chats of the first of them. Triggers and foreign keys are skipped. */
async function seedPeople(client: pg.Client, { customers, chatLines }: LargeSize): Promise<void> {
  const chats = Math.ceil(chatLines / LINES_PER_CHAT);
  await client.query(`set session_replication_role = replica`);
  // Every account has the owner's password
  await client.query(
    `insert into users (id, email, email_verified_at, created_at, password_hash)
     select ${userId('n')}, 'customer' || n || '@example.org', now(), now() - n * interval '1 minute',
       (select password_hash from users where email = $1) from generate_series(1, ${customers}) n`,
    [OWNER.email],
  );
  await client.query(
    `insert into customers (id, mailbox, made_at, last_order_at, orders, completed)
     select md5(n::text || 'customer'), 'customer' || n || '@example.org', now() - n * interval '1 minute', now() - n * interval '1 minute',
       null, null
     from generate_series(1, ${customers}) n`,
  );
  await client.query(
    `insert into customer_users (user_id, customer_id, checked_at)
     select ${userId('n')}, md5(n::text || 'customer'), now() from generate_series(1, ${customers}) n`,
  );
  await client.query(
    `insert into chat_threads (id, user_id, state, locale, created_at, last_at, last_nr)
     select md5(n::text || 'chat')::uuid, ${userId('n')}, case when n % 100 = 0 then 'answered' else 'closed' end, 'ru',
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

interface Seed<T> {
  /** Orders that the product makes. */
  readonly make: (api: Api) => Promise<T>;
  readonly fill: (client: pg.Client, made: T) => Promise<void>;
}

/** A shop with orders of the product, filled with copies. With a `name` it is kept in the temporary folder and seeded once. */
export async function openSeededShop<T>({ make, fill }: Seed<T>, name?: string): Promise<SeededShop> {
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
      const made = await make(createApi(seeding.url));
      await seeding.stop();
      await fill(client, made);
      fs.writeFileSync(stamp, '');
    }
    return { env, client, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** `npm run bench -- large search`: seeded once, then kept. */
export const openLargeShop = (size: LargeSize, name?: string): Promise<SeededShop> =>
  openSeededShop(
    {
      make: makeTemplates,
      async fill(client, templates) {
        await seedPeople(client, size);
        await seedOrders(client, templates, { ...size, secretKey: SECRET_KEY });
        await client.query('vacuum analyze');
      },
    },
    name,
  );
