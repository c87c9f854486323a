import { performance } from 'node:perf_hooks';
import pg from 'pg';
import type { Term } from '#core/search/term.ts';
import { TERM_KINDS } from '#core/search/term.ts';
import { numberOf } from '#server/orders/terms/order-terms.ts';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { withDatabase } from '#server/platform/db/url.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createApi } from '#tests/make/call-api.ts';
import { order } from '#tests/make/customer.ts';
import { makeFolder, removeFolder, startApp } from '#tests/make/process.ts';
import { OWNER, p95, signIn } from './office-queue.ts';

const SECRET_KEY = 'the secret of a bench, which is long enough for one';
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
const FIRST = 'anna boris vera gleb dmitry elena fedor galina igor kirill lev maria nikita olga pavel roman sergey tatiana yuri zoya'.split(
  ' ',
);
const LAST = 'ivanov petrov sidorov smirnov kuznetsov popov sokolov lebedev kozlov novikov morozov volkov alekseev egorov pavlov'.split(
  ' ',
);

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

const ROUND = ['100', '200', '500', '1000', '5000', '10000'];
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
 * A million copies of an order, each with its own customer, amounts and requisites, indexed with the numbers that the product would have
 * given them.
 */
async function fill(client: pg.Client, id: string, count: number): Promise<void> {
  const secrets = createSecrets(SECRET_KEY);
  const numbers = ({ kind, texts }: Pool) => texts.map((text) => String(numberOf({ secrets }, { kind, text })));
  const changed: Readonly<Record<string, string>> = {
    id: `lower(left(md5(n::text || 'order'), 20))`,
    email: EMAIL,
    status: `case when n <= 5000 then 'awaiting_payment' else 'completed' end`,
    status_changed_at: `o.status_changed_at - n * interval '40 seconds'`,
    created_at: `o.created_at - n * interval '40 seconds'`,
    hold_id: 'null',
    slot_id: 'null',
    requisites_reference: 'null',
    rail_reference_rail: 'null',
  };
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'orders' and table_schema = 'public' and is_generated = 'NEVER'`,
  );
  const names = rows.map(({ name }) => name);
  await client.query(
    `insert into orders (${names.map((name) => `"${name}"`).join(', ')})
     select ${names.map((name) => changed[name] ?? `o."${name}"`).join(', ')} from orders o, generate_series(1, ${count}) n where o.id = $1`,
    [id],
  );
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

/** Queries of operators, different each time. */
const QUERIES: Readonly<Record<string, (round: number) => string>> = {
  'a whole number of an order': (round) => `${round}order`,
  'the beginning of a number': (round) => round.toString(16).padStart(4, 'a'),
  'a part of an e-mail that few have': (round) => `${LAST[round % LAST.length]}${round * 37}@`,
  'a part that many have': (round) => ['gmail', 'mail.ru', 'anna', 'ivanov', '.com'][round % 5] ?? '',
  'a part that nobody has': (round) => `qqx${round}zz@nowhere`,
  'an amount of few orders': (round) => `${2000 + round * 7},37`,
  'an amount of many orders': (round) => ROUND[round % ROUND.length] ?? '',
  'the last four of a card': (round) => String(1000 + round * 91).slice(-4),
  'a transaction': (round) => `0x${['c4ca', 'c81e', 'eccb', 'a87f'][round % 4]}`,
  'a reference of a bank': (round) => `ft${String(round * 501).padStart(9, '0')}`,
  'a name': (round) => `fam${round * 13}`,
  'a name that many have': (round) => `${FIRST[round % FIRST.length]} ${LAST[(round * 7) % LAST.length]}`,
};

async function readTimes(url: string, rounds: number): Promise<Readonly<Record<string, number>>> {
  const cookie = await signIn(url);
  const found: Record<string, number> = {};
  for (const [name, makeQuery] of Object.entries(QUERIES)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      const answer = await fetch(`${url}/api/office/v1/search?q=${encodeURIComponent(makeQuery(round))}`, { headers: { cookie } });
      await answer.text();
      times.push(performance.now() - from);
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    }
    found[name] = p95(times);
  }
  return found;
}

export interface SearchSize {
  readonly count: number;
  /** Number of searches of each kind. */
  readonly rounds: number;
}

/** G7: the search box over HTTP, 95th percentile in milliseconds, one call after the other, with changing queries. */
export async function measureSearch({ count, rounds }: SearchSize): Promise<Readonly<Record<string, number>>> {
  const folder = makeFolder();
  const server = await startEmbedded(folder);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const env = {
      DATABASE_URL: withDatabase(server.url, 'postgres'),
      DATA_DIR: folder,
      SECRET_KEY,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
    };
    const seeding = await startApp(env);
    const made = await order(createApi(seeding.url), { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' });
    await seeding.stop();
    await fill(client, made.id, count);
    const app = await startApp({ ...env, ROLE: 'web' });
    const times = await readTimes(app.url, rounds);
    await app.stop();
    return times;
  } finally {
    await client.end();
    await server.stop();
    removeFolder(folder);
  }
}
