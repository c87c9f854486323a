import { sql, type Sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPROVAL_KIND_NAMES } from '#core/staff/approval.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { officeApprovalRoutes } from '#server/approvals/office-routes.ts';
import { officeOrderRoutes } from '#server/desk/office-routes.ts';
import { officeIncidentRoutes } from '#server/incidents/office-routes.ts';
import { officeLedgerRoutes } from '#server/ledger/office-routes.ts';
import { postTreasury } from '#server/ledger/post-treasury.ts';
import { orderRoutes } from '#server/orders/customer/routes.ts';
import { copyOrder } from '#tests/make/many-orders.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';

/** Rows of every list; the number is no multiple of the page size. */
const ROWS = 103;
const PER = 10;

let world: World;
let office: Office;
let owner: Person;
let customer: Person;

const run = (statement: Sql) => world.database.adminDb.run(statement);

/** Minutes before now, by the database clock. */
const ago = (minutes: Sql): Sql => sql`${new Date(world.deps.clock.now())}::timestamptz - ${minutes} * interval '1 minute'`;

beforeAll(async () => {
  world = await createWorld({ reserve: 1_000_000n });
  const { deps } = world;
  office = await createOffice(world, [
    ...officeOrderRoutes(deps),
    ...officeIncidentRoutes(deps),
    ...officeLedgerRoutes(deps),
    ...officeApprovalRoutes(deps, {} as never),
    ...orderRoutes(deps),
  ]);
  owner = await office.person('owner');
  customer = await office.person('customer');
  const { id } = await world.order();
  await copyOrder(world.database.adminDb, id, {
    count: ROWS,
    changed: {
      id: sql`'c' || lpad(n::text, 4, '0')`,
      // Three rows share each time, and nothing else orders them within a lane
      created_at: ago(sql`(n / 3)`),
      status_changed_at: ago(sql`(n % 50)`),
      status: sql`(array['payment_claimed', 'moderation', 'awaiting_payment'])[1 + n % 3]`,
      income_code: sql`(array['SBERRUB', 'USDTTRC20'])[1 + n % 2]`,
      outcome_code: sql`(array['USDTTRC20', 'SBERRUB'])[1 + n % 2]`,
      income_amount: sql`n * 1000000`,
      expires_at: sql`case when n % 4 = 0 then null else ${ago(sql`(-n)`)} end`,
      user_id: sql`${customer.id}::uuid`,
    },
  });
  await run(sql`
    insert into order_events (order_id, version, move, from_status, to_status, actor, at)
    select id, version, 'create', null, status, 'customer', created_at from orders where id ~ '^c\\d{4}$'`);
  await run(sql`
    insert into incidents (id, kind, subject, detail, first_at, last_at)
    select gen_random_uuid(), 'books_differ', 's' || n, '{}', ${ago(sql`n`)}, ${ago(sql`(n / 3)`)} from generate_series(1, ${ROWS}::int) n`);
  await run(sql`
    insert into approvals (id, kind, subject, payload, hash, note, proposed_by, proposed_at, expires_at)
    select gen_random_uuid(), ${APPROVAL_KIND_NAMES[0]}, 's' || n, '{}', 'h', '', ${owner.id}::uuid, ${ago(sql`(n / 3)`)}, ${ago(sql`-1000`)}
    from generate_series(1, ${ROWS}::int) n`);
  await deps.db.tx(async (tx) => {
    for (let n = 0; n < ROWS; n += 1)
      await postTreasury(deps, tx, { code: 'SBERRUB', kind: 'deposit', amount: 1n, reason: `n ${n}`, operatorId: owner.id });
  });
});
afterAll(async () => {
  await office.close();
  await world.abandon();
});

interface Page {
  readonly ids: readonly string[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<'first' | 'prev' | 'next' | 'last', string | null>>;
}

async function read(person: Person, url: string): Promise<Page> {
  const answer = await person.send('GET', url);
  expect([answer.status, office.test.faults]).toEqual([200, []]);
  const { links } = JSON.parse(answer.raw.toString()) as Pick<Page, 'links'>;
  return { ids: answer.rows.map(({ id }) => id), meta: answer.meta, links };
}

/** Every page from the first on, with a change between each two. */
async function walk(person: Person, from: string, { way, between }: { way: 'next' | 'prev'; between?: (page: Page) => Promise<unknown> }) {
  const pages: Page[] = [];
  let url: string | null = from;
  while (url !== null) {
    const page = await read(person, url);
    pages.push(page);
    expect(pages.length).toBeLessThan(50);
    await between?.(page);
    url = page.links[way];
  }
  return pages;
}

const idsOf = (pages: readonly Page[]): string[] => pages.flatMap(({ ids }) => ids);
const sorted = (ids: Iterable<string>): string[] => [...ids].toSorted((a, b) => (a < b ? -1 : 1));

const ORDERS = '/api/office/v1/orders';
/** Removes rows of each list before the current page. */
const LISTS: readonly (readonly [
  string,
  { readonly url: string; readonly isCustomers?: true; readonly leave?: (ids: readonly string[]) => Sql },
])[] = [
  ['orders of the office, newest first', { url: `${ORDERS}?view=all&status_group=processing`, leave: closeOrders }],
  ['open orders by rank', { url: `${ORDERS}?view=open`, leave: closeOrders }],
  ['orders that wait for a person, by rank', { url: `${ORDERS}?view=needs_person`, leave: closeOrders }],
  ['open orders by deadline, which some lack', { url: `${ORDERS}?view=open&sort=-expires_at`, leave: closeOrders }],
  ['open orders by deadline and state', { url: `${ORDERS}?view=open&sort=expires_at,-status`, leave: closeOrders }],
  [
    'incidents',
    {
      url: '/api/office/v1/incidents?state=open',
      leave: (ids) => sql`update incidents set closed_at = now(), closed_by = ${owner.id}::uuid, note = 'x' where id = any(${ids}::uuid[])`,
    },
  ],
  [
    'approvals',
    {
      url: '/api/office/v1/approvals?state=open',
      leave: (ids) => sql`update approvals set expires_at = '2001-01-01Z' where id = any(${ids}::uuid[])`,
    },
  ],
  ['postings', { url: '/api/office/v1/reserve_postings?sort=at' }],
  ['own orders', { url: '/api/v1/orders?sort=-created_at', isCustomers: true }],
];

function closeOrders(ids: readonly string[]): Sql {
  return sql`update orders set status = 'completed' where id = any(${ids})`;
}

describe.each(LISTS)('%s', (_, { url, isCustomers, leave }) => {
  const person = () => (isCustomers ? customer : owner);
  const first = () => `${url}&per=${PER}`;

  test('lists by cursor equal lists by page number, forward and back', async () => {
    const pages = await walk(person(), first(), { way: 'next' });
    const ids = idsOf(pages);
    expect([new Set(ids).size, pages.length]).toEqual([ids.length, Math.ceil(Number(pages[0]?.meta['total']) / PER)]);
    expect(ids.length).toBeGreaterThan(60);
    expect(pages.map(({ meta }) => [meta['page'], meta['total']])).toEqual(pages.map((__, index) => [index + 1, ids.length]));
    for (const number of [2, pages.length]) {
      const page = await read(person(), `${first()}&page=${number}`);
      expect([number, page.ids]).toEqual([number, pages[number - 1]?.ids]);
      expect(page.links).toMatchObject({ first: pages[0]?.links.first, last: pages[0]?.links.last });
    }
    const back = await walk(person(), `${first()}&page=${pages.length}`, { way: 'prev' });
    expect(back.map((page) => page.ids)).toEqual(pages.map((page) => page.ids).toReversed());
    expect(back.map(({ meta }) => meta['page'])).toEqual(pages.map((__, index) => pages.length - index));
  });

  if (leave === undefined) return;
  test('entries are neither repeated nor missed while earlier ones disappear', async () => {
    const all = idsOf(await walk(person(), first(), { way: 'next' }));
    const left = new Set<string>();
    const between = async ({ ids }: Page) => {
      const going = ids.slice(0, 2);
      for (const id of going) left.add(id);
      await run(leave(going));
      await world.pass(7 * MINUTE_MS);
    };
    const seenIds = idsOf(await walk(person(), first(), { way: 'next', between }));
    expect(seenIds).toEqual(all);
    const stayed = all.filter((id) => !left.has(id));
    const back = await walk(person(), `${first()}&page=${Math.ceil(stayed.length / PER)}`, { way: 'prev' });
    expect(sorted(idsOf(back))).toEqual(sorted(stayed));
    await restore();
  });
});

/** All rows as they were before some were removed. */
async function restore(): Promise<void> {
  await run(sql`
    update orders set status = (array['payment_claimed', 'moderation', 'awaiting_payment'])[1 + substr(id, 2)::int % 3] where id ~ '^c\\d{4}$'`);
  await run(sql`update incidents set closed_at = null, closed_by = null, note = null`);
  await run(sql`update approvals set expires_at = ${new Date(world.deps.clock.now() + 100 * HOUR_MS)}`);
}

test('a walk by rank keeps the prices and time of its start, and new entries displace no others', async () => {
  const url = `${ORDERS}?view=open&per=${PER}`;
  const all = idsOf(await walk(owner, url, { way: 'next' }));
  let come = 0;
  const between = async () => {
    await world.pass(20 * MINUTE_MS);
    await world.prices(come % 2 === 0 ? '20' : '200');
    // The most urgent order, first in the list
    const changed = { user_id: sql`null`, id: sql`${`new${come}`}`, status: sql`'moderation'`, status_changed_at: ago(sql`100000`) };
    await copyOrder(world.database.adminDb, 'c0001', { count: 1, changed });
    come += 1;
  };
  expect(idsOf(await walk(owner, url, { way: 'next', between }))).toEqual(all);
  expect(come).toBeGreaterThan(9);
  expect((await read(owner, url)).ids.slice(0, come).every((id) => !all.includes(id))).toBe(true);
});

test('cursors of another list are refused by name', async () => {
  const next = new URL((await read(owner, `${ORDERS}?view=all&per=${PER}`)).links.next ?? '', 'http://x').searchParams.get('page[after]');
  const customerCursor = new URL((await read(customer, `/api/v1/orders?per=${PER}`)).links.next ?? '', 'http://x').searchParams.get(
    'page[after]',
  );
  const other = await office.person('customer');
  const requests: readonly (readonly [Person, string, string])[] = [
    [owner, `${ORDERS}?view=open&page[after]=${next}`, 'page[after]'],
    [owner, `${ORDERS}?view=all&sort=status&page[before]=${next}`, 'page[before]'],
    [owner, `/api/office/v1/incidents?page[after]=${next}`, 'page[after]'],
    [owner, `${ORDERS}?view=all&page[after]=x${next}`, 'page[after]'],
    [owner, `${ORDERS}?view=all&page[after]=${'x'.repeat(5_000)}`, 'page[after]'],
    [owner, `${ORDERS}?view=all&page[after]=${next}&page[before]=${next}`, 'page[before]'],
    [owner, `${ORDERS}?view=all&page[after]=${next}&page[after]=${next}`, 'page[after]'],
    [other, `/api/v1/orders?page[after]=${customerCursor}`, 'page[after]'],
  ];
  for (const [person, url, parameter] of requests) {
    const { status, error } = await person.send('GET', url);
    expect([status, error.code, error.source]).toEqual([400, 'invalid_parameter', { parameter }]);
  }
  expect((await owner.send('GET', `${ORDERS}?view=all&page[after]=${next}`)).status).toBe(200);
});
