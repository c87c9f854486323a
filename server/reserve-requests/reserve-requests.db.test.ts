import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficeReserveRequestAttributes, ReserveDemandAttributes } from '#contract/office/orders/reserve-requests.ts';
import type { ReserveRequestAttributes } from '#contract/public/reserve-requests.ts';
import { STALE_AFTER_MS, NOTIFIED_PRIORITY_MS } from '#core/customer/reserve-request.ts';
import { formatAmount } from '#core/money/amount.ts';
import { HOUR_MS } from '#core/time.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeReserveRequestRoutes } from './office-routes.ts';
import { reserveEmailKind } from './reserve-emails.ts';
import { reserveRequestRoutes } from './routes.ts';
import { expireRequests, notifyWaiting } from './notify-waiting.ts';

const PATH = '/api/v1/reserve_requests';
const OFFICE = '/api/office/v1/reserve_requests';

let world: World;
let office: Office;
let support: Person;

beforeAll(async () => {
  world = await createWorld();
  const deps = { ...world.deps, limits: noRateLimits };
  office = await createOffice(world, [...reserveRequestRoutes(deps), ...officeReserveRequestRoutes(world.deps)]);
  support = await office.person('support', 'Sonya');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const ask = (email: string, amount: string, person = office.guest, more: object = {}) =>
  person.send<ReserveRequestAttributes>('POST', PATH, { payment_system_id: 'SBERRUB', amount, email, ...more });
/** The watcher, with so many kopecks in the reserve. */
const stocked = (reserve: bigint) => ({ ...world.deps, catalogue: { ...world.deps.catalogue, reserve: () => reserve } });
const tell = async (roubles: bigint) => await notifyWaiting(stocked(roubles * 100n));
const list = async (query = 'state=all') => (await support.send<OfficeReserveRequestAttributes>('GET', `${OFFICE}?${query}`)).rows;
const stateOf = async (email: string) => (await list(`state=all&q=${encodeURIComponent(email)}`)).map(({ attributes }) => attributes.state);
const sentMails = async () =>
  (
    await world.deps.db.many(
      as<{ subject: string; recipient: string }>(),
      sql`select subject, recipient from mail_news where kind = 'reserve_request' order by recipient`,
    )
  ).map(({ recipient }) => recipient);
const clear = async () => await world.deps.db.run(sql`delete from reserve_requests`);

test('one open request per mailbox and system: a repeat replaces the amount, and the response reveals nothing earlier', async () => {
  const first = await ask('I.van+one@gmail.com', '5 000,5', office.guest, {
    payment_system_from_id: 'USDTTRC20',
    phone: '8 916 123-12-34',
  });
  expect(first.status).toBe(201);
  expect(first.one.attributes).toEqual({ payment_system_id: 'SBERRUB', amount: '5000.5', email_masked: 'I•••e@gmail.com', state: 'open' });
  const again = await ask('ivan@googlemail.com', '7000');
  expect([again.status, again.one.id]).toEqual([201, first.one.id]);
  const [row, ...others] = await list();
  expect(others).toEqual([]);
  expect(row?.attributes).toMatchObject({ amount: '7000', phone: '+79161231234', income_payment_system_id: 'USDTTRC20', state: 'open' });
  for (const [wanted, field] of [
    [{ payment_system_id: 'NOSUCH' }, 'payment_system_id'],
    [{ email: 'nobody' }, 'email'],
    [{ amount: '0' }, 'amount'],
    [{ amount: '1.001' }, 'amount'],
    [{ phone: '12' }, 'phone'],
  ] as const)
    expect((await ask('a@example.org', '100', office.guest, wanted)).error.source?.pointer).toBe(`/data/attributes/${field}`);
  await clear();
});

test('all wrong fields are reported at once, and an amount above one order’s maximum is refused', async () => {
  const fieldsOf = (answer: Awaited<ReturnType<typeof ask>>) => answer.errors.map(({ source }) => source?.pointer?.split('/').at(-1));
  expect(fieldsOf(await ask('', '', office.guest, { phone: '12' }))).toEqual(['amount', 'email', 'phone']);
  const { maxAmount, scale } = world.deps.catalogue.paymentSystem('SBERRUB') ?? { maxAmount: 0n, scale: 0 };
  const most = await ask('most@example.org', formatAmount(maxAmount, scale));
  expect(most.status).toBe(201);
  const beyond = await ask('most@example.org', formatAmount(maxAmount + 1n, scale));
  expect([beyond.status, beyond.error.code]).toEqual([422, 'amount_above_maximum']);
  expect(beyond.error.detail).toContain('pays out at most');
  await clear();
});

test('mails are sent once when the reserve suffices, oldest request first, and to no more requests than it serves', async () => {
  for (const name of ['first', 'second', 'third']) {
    await ask(`${name}@example.org`, '100');
    await world.pass(1000);
  }
  expect(await tell(99n)).toBe(0);
  // Two processes at once send no mail twice
  const both = await Promise.all([tell(250n), tell(250n)]);
  expect(both.reduce((a, b) => a + b)).toBe(2);
  expect(await sentMails()).toEqual(['first@example.org', 'second@example.org']);
  expect(await tell(250n)).toBe(0);
  await world.pass(NOTIFIED_PRIORITY_MS);
  expect(await tell(250n)).toBe(1);
  expect(await stateOf('third@example.org')).toEqual(['notified']);
  // A mailbox that was notified gets no other notification on the same day
  await ask('first@example.org', '100');
  expect(await tell(1000n)).toBe(0);
  await world.pass(24 * HOUR_MS);
  expect(await tell(1000n)).toBe(1);
  await clear();
});

test('the mail opens the prefilled form and cancels the request, with its own token only', async () => {
  const { one } = await ask('letter@example.org', '5000', office.guest, { payment_system_from_id: 'USDTTRC20' });
  await tell(10_000n);
  const kind = reserveEmailKind({ ...world.deps, t: createTranslate() });
  const story = await kind.compose({ kind: 'reserve_request', subject: one.id, version: 1, topic: 'notified', isPaid: false });
  expect(story?.email.button?.url).toBe('http://localhost/en/?from=USDTTRC20&to=SBERRUB&get=5000');
  const token = new URL(story?.email.lines.at(-1)?.url ?? '').searchParams.get('t') ?? '';
  const mailed = `/api/v1/mailed_reserve_requests/${token}`;
  expect((await office.guest.send('GET', mailed)).one.attributes).toMatchObject({ state: 'notified' });
  // Reading changes nothing: scanners of mail read every link
  expect(await stateOf('letter@example.org')).toEqual(['notified']);
  const take = async () => (await office.guest.send('POST', `${mailed}/cancel`, {})).one.attributes;
  expect([await take(), await take()]).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }]);
  expect((await office.guest.send('POST', `${mailed.slice(0, -4)}AAAA/cancel`, {})).error.code).toBe('invalid_token');
  await clear();
});

test('the mail names the amount of its form, and no direction that has closed since', async () => {
  const { one } = await ask('tiny@example.org', '1', office.guest, { payment_system_from_id: 'USDTTRC20' });
  await tell(10_000n);
  const { catalogue } = world.deps;
  const { minAmount, scale } = catalogue.paymentSystem('SBERRUB') ?? { minAmount: 0n, scale: 0 };
  const least = formatAmount(minAmount, scale);
  expect(Number(least)).toBeGreaterThan(1);
  const news = { kind: 'reserve_request', subject: one.id, version: 1, topic: 'notified', isPaid: false };
  const story = await reserveEmailKind({ ...world.deps, t: createTranslate() }).compose(news);
  expect(new URL(story?.email.button?.url ?? '').searchParams.get('get')).toBe(least);
  expect(story?.email.lines[1]?.value.replaceAll(/\D/g, '')).toContain(least.split('.')[0]);
  const closed = { ...catalogue, directions: () => catalogue.directions().map((direction) => ({ ...direction, enabled: false })) };
  const late = await reserveEmailKind({ ...world.deps, catalogue: closed, t: createTranslate() }).compose(news);
  expect(new URL(late?.email.button?.url ?? '').searchParams.get('from')).toBeNull();
  await clear();
});

test('customers see and cancel their own requests, the office all with reasons; others expire after a month', async () => {
  const customer = await office.person('customer');
  const mine = await ask('another@example.org', '300', customer);
  await ask('stranger@example.org', '500');
  expect((await customer.send('GET', PATH)).rows.map(({ id }) => id)).toEqual([mine.one.id]);
  const stranger = (await list()).find(({ id }) => id !== mine.one.id);
  expect((await customer.send('DELETE', `${PATH}/${stranger?.id}`)).status).toBe(404);
  expect((await customer.send('DELETE', `${PATH}/${mine.one.id}`)).status).toBe(204);
  expect((await customer.send('DELETE', `${PATH}/${mine.one.id}`)).status).toBe(409);
  const demand = (await support.send<ReserveDemandAttributes>('GET', '/api/office/v1/reserve_demand')).rows;
  expect(demand.map(({ id, attributes }) => [id, attributes.count, attributes.amount])).toEqual([['SBERRUB', 1, '500']]);
  const end = (note: string, person = support) => person.send('POST', `${OFFICE}/${stranger?.id}/cancel`, { note });
  expect((await end(' ')).error.code).toBe('required');
  expect((await end('x', await office.person('auditor'))).error.code).toBe('access_denied');
  const ended = await Promise.all([end('typed a wrong sum'), end('typed a wrong sum')]);
  expect(ended.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const audited = await world.deps.db.many(as<object>(), sql`select action from audit_log where subject_id = ${stranger?.id}`);
  expect(audited).toEqual([{ action: 'reserve_request.cancel' }]);
  await ask('old@example.org', '500');
  await world.pass(STALE_AFTER_MS);
  await expireRequests(world.deps);
  expect(await stateOf('old@example.org')).toEqual(['stale']);
  await tell(10_000n);
  expect(await stateOf('old@example.org')).toEqual(['stale']);
});
