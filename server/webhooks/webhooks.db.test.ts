import type http from 'node:http';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { verifyWebhook } from '#contract/partner/verify-webhook.ts';
import type { WebhookDocument } from '#contract/partner/webhook-document.ts';
import type { OfficeWebhookAttributes, OfficeWebhookDeliveryAttributes } from '#contract/office/customers/webhooks.ts';
import type { WebhookAttributes, WebhookDeliveryAttributes, WebhookDeliveryDetail } from '#contract/partner/webhooks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { WebhookTopic } from '#core/webhooks/webhook.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { type Received, startWebhookReceiver } from '#tests/make/webhook-receiver.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { claimQueues, failOverdue } from './queue-store.ts';
import { createEvent, nextSequence } from './make-event.ts';
import { officeWebhookRoutes } from './office-routes.ts';
import { webhookRoutes } from './routes.ts';
import { createMissedEvents } from './reactions.ts';
import { watchWebhooks } from './jobs.ts';
import { CLAIM_MS, createCourier, type SendDeps } from './drain-queue.ts';

/** The partner's server: records requests and gives the test's responses. */
let received: Received[] = [];
let answer: (got: Received, reply: http.ServerResponse) => void;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
const status = (code: number) => (_got: Received, reply: http.ServerResponse) => void reply.writeHead(code).end(`answer ${code}`);

let world: World;
let office: Office;
let deps: SendDeps;
let origin: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver((got, reply) => {
    received.push(got);
    answer(got, reply);
  });
  const { host } = receiver;
  origin = `http://${host}`;
  world = await createWorld();
  const settings = { ...world.deps.settings, webhookHosts: [host] };
  deps = { ...world.deps, settings };
  office = await createOffice(world, [...webhookRoutes({ ...world.deps, settings }), ...officeWebhookRoutes(world.deps)]);
});
beforeEach(() => {
  received = [];
  answer = status(200);
});
afterAll(async () => {
  await office.close();
  await world.close();
  receiver.close();
});

let people = 0;
/** A partner with one endpoint and its secret. */
async function partner(path = '/hook') {
  const person = await office.person('customer', `partner-${people++}`);
  office.prove(person);
  const made = await person.send<WebhookAttributes>('POST', '/api/v1/webhooks', { url: origin + path, mode: 'live', events: [] });
  expect(made.status).toBe(201);
  return { person, id: made.one.id ?? '', secret: made.one.attributes.secret ?? '' };
}

/** An order of the shop that came by this partner's program. */
async function orderOf({ person }: { person: Person }) {
  const order = await world.order();
  await world.deps.db.run(sql`
    insert into partner_orders (order_id, user_id, key_id, mode, created_at) values (${order.id}, ${person.id}, 'pk', 'live', now())`);
  return order;
}

const say = (owner: { person: Person; id: string }, order: Awaited<ReturnType<typeof orderOf>>, topic: WebhookTopic) =>
  world.deps.db.tx(async (tx) => {
    const sequence = await nextSequence(tx, order.id);
    await createEvent(world.deps, tx, { userId: owner.person.id, topic, isSandbox: false, order, sequence, endpointIds: [owner.id] });
  });
const pass = () => createCourier(deps).pass();
const receivedTopics = () => received.map(({ topic, sequence }) => `${topic} ${sequence}`);
const deliveriesOf = async ({ person }: { person: Person }, query = '') =>
  (await person.send<WebhookDeliveryAttributes>('GET', `/api/v1/webhook_deliveries${query}`)).rows;

test('each change of a partner’s order is sent, signed, in order and without requisites; other orders are not sent', async () => {
  const owner = await partner();
  const [order, others] = [await orderOf(owner), await world.order()];
  await world.deposit(order);
  await world.deposit(others);
  await world.drain();
  await pass();
  expect(new Set(received.map((one) => one.order))).toEqual(new Set([order.id]));
  expect(receivedTopics()[0]).toMatch(/^order\.\w+ 1$/);
  expect(received.map(({ sequence }) => sequence)).toEqual(received.map((_one, index) => index + 1));
  expect(received.map(({ topic }) => topic)).toContain('order.paid');
  expect(received.at(-1)?.topic).toBe('order.completed');
  for (const { headers, body } of received) {
    const signed = { secret: owner.secret, body, header: (name: string) => headers[name]?.toString(), now: world.deps.clock.now() };
    expect(await verifyWebhook(signed)).toBe(true);
    expect(body).not.toMatch(/guest@|my-account|refund-wallet|payer/);
  }
  const last = JSON.parse(received.at(-1)?.body ?? '{}') as WebhookDocument;
  expect(last.data?.attributes).toMatchObject({ status: 'completed', income_amount: '100', outcome_tx: { hash: expect.any(String) } });
  await pass();
  expect(received).toHaveLength(receivedTopics().length);
  expect((await deliveriesOf(owner)).every(({ attributes }) => attributes.state === 'delivered')).toBe(true);
});

test('a failure to create an event does not affect the order; the event is created later, in order', async () => {
  const owner = await partner();
  const order = await orderOf(owner);
  const { adminDb } = world.database;
  await adminDb.run(sql`alter table webhook_events add constraint broken check (topic <> 'order.paid') not valid`);
  await world.deposit(order);
  await world.drain();
  await createMissedEvents(world.deps);
  await pass();
  expect([(await world.read(order.id)).status, receivedTopics().some((one) => /paid|completed/.test(one))]).toEqual(['completed', false]);
  await adminDb.run(sql`alter table webhook_events drop constraint broken`);
  await createMissedEvents(world.deps);
  await pass();
  const topics = received.map(({ topic }) => topic);
  expect([topics.indexOf('order.paid') < topics.indexOf('order.completed'), topics.at(-1)]).toEqual([true, 'order.completed']);
  expect(received.map(({ sequence }) => sequence)).toEqual(received.map((_one, index) => index + 1));
});

test('a later event of an order waits for the one before it; other orders do not', async () => {
  const owner = await partner();
  const [one, two] = [await orderOf(owner), await orderOf(owner)];
  answer = (got, reply) => status(got.order === one.id ? 503 : 200)(got, reply);
  await say(owner, one, 'order.created');
  await say(owner, one, 'order.paid');
  await say(owner, two, 'order.created');
  await pass();
  await pass();
  expect(received.filter(({ order }) => order === one.id).map(({ sequence }) => sequence)).toEqual([1]);
  expect(received.filter(({ order }) => order === two.id)).toHaveLength(1);
  const [waits, head] = (await deliveriesOf(owner, '?filter[state]=pending')).toSorted(
    (a, b) => b.attributes.sequence - a.attributes.sequence,
  );
  expect(waits?.attributes).toMatchObject({ sequence: 2, attempts: 0, next_at: null });
  expect(head?.attributes).toMatchObject({ sequence: 1, attempts: 1, last_status: 503 });
  received = [];
  answer = status(200);
  await world.pass(6 * SECOND_MS);
  await pass();
  expect(receivedTopics()).toEqual(['order.created 1', 'order.paid 2']);
});

test('an event is retried for a day, then fails so that the next is sent; a replay has the same id', async () => {
  const owner = await partner();
  const order = await orderOf(owner);
  answer = (got, reply) => status(got.sequence === 1 ? 500 : 200)(got, reply);
  await say(owner, order, 'order.created');
  await say(owner, order, 'order.paid');
  for (let hours = 0; hours < 30; hours += 1) {
    await pass();
    await world.pass(hours === 0 ? 3 * MINUTE_MS : HOUR_MS);
  }
  const tries = received.filter(({ sequence }) => sequence === 1);
  expect(tries.length).toBeGreaterThan(10);
  expect(new Set(tries.map(({ id }) => id)).size).toBe(1);
  expect(receivedTopics().at(-1)).toBe('order.paid 2');
  const [failed] = await deliveriesOf(owner, '?filter[state]=failed');
  expect(failed?.attributes).toMatchObject({ sequence: 1, state: 'failed', last_status: 500, next_at: null });
  const [since, before] = [0, 40 * DAY_MS].map((back) => new Date(world.deps.clock.now() - back).toISOString());
  const replay = (from: string | undefined) => owner.person.send('POST', `/api/v1/webhooks/${owner.id}/replay`, { since: from });
  expect((await replay(since)).meta).toMatchObject({ replayed: 0 });
  received = [];
  answer = status(200);
  expect((await replay(before)).meta).toMatchObject({ replayed: 1 });
  await pass();
  expect(received.map(({ id }) => id)).toEqual([tries[0]?.id]);
  const detail = await owner.person.send<WebhookDeliveryDetail>('GET', `/api/v1/webhook_deliveries/${failed?.id}`);
  expect(detail.one.attributes).toMatchObject({ state: 'delivered', attempts: 1, body: tries[0]?.body });
  expect(detail.one.attributes.tries).toHaveLength(tries.length + 1);
  expect(detail.one.attributes.tries.at(1)).toMatchObject({ status: 500, answer: 'answer 500' });
});

test('two processes never send events of one order at once; after a crash the same event is sent again', async () => {
  const owner = await partner();
  const order = await orderOf(owner);
  for (const topic of ['order.created', 'order.paid', 'order.completed'] as const) await say(owner, order, topic);
  let atOnce = 0;
  let most = 0;
  answer = (got, reply) => {
    most = Math.max(most, ++atOnce);
    setImmediate(() => {
      atOnce -= 1;
      status(200)(got, reply);
    });
  };
  // A process has claimed the queue and sent the event, and died before storing the result
  const now = world.deps.clock.now();
  expect(await claimQueues(deps.db, { now, until: now + CLAIM_MS, limit: 9, perEndpoint: 8 })).toHaveLength(1);
  await Promise.all([pass(), pass()]);
  expect(received).toEqual([]);
  await world.pass(CLAIM_MS);
  await Promise.all([pass(), pass(), pass()]);
  expect(receivedTopics()).toEqual(['order.created 1', 'order.paid 2', 'order.completed 3']);
  expect(most).toBe(1);
});

test('an endpoint that fails for three days or is gone is paused and its owner mailed; resuming sends every event', async () => {
  const owner = await partner();
  const news = async () =>
    await world.deps.db.many(as<{ topic: string }>(), sql`select topic from mail_news where kind = 'webhook' and subject = ${owner.id}`);
  const order = await orderOf(owner);
  answer = status(500);
  for (let days = 0; days < 4; days += 1) {
    await say(owner, order, 'order.touched');
    await pass();
    await world.pass(DAY_MS);
  }
  const own = async () => (await owner.person.send<WebhookAttributes>('GET', '/api/v1/webhooks')).rows[0]?.attributes;
  expect(await own()).toMatchObject({ paused_by: 'failing' });
  expect(await news()).toEqual([{ topic: 'failing' }]);
  const calls = received.length;
  await say(owner, order, 'order.paid');
  await pass();
  expect(received).toHaveLength(calls);
  answer = status(200);
  expect((await owner.person.send('POST', `/api/v1/webhooks/${owner.id}/resume`)).status).toBe(200);
  await pass();
  expect(receivedTopics().at(-1)).toBe('order.paid 5');
  answer = status(410);
  await say(owner, order, 'order.completed');
  await pass();
  expect(await own()).toMatchObject({ paused_by: 'gone', failed: expect.any(Number) });
  // What waits at a paused endpoint beyond its day has failed, and can still be replayed
  await say(owner, order, 'order.touched');
  await world.pass(DAY_MS + MINUTE_MS);
  await failOverdue(deps.db, world.deps.clock.now());
  expect((await deliveriesOf(owner, '?filter[state]=pending')).length).toBe(0);
});

test('the partner or the office sends one waiting event, or all of an endpoint, at once', async () => {
  const owner = await partner('/press');
  const [one, two] = [await orderOf(owner), await orderOf(owner)];
  answer = status(503);
  const attempts = async () => await pass().then(() => received.length);
  for (const order of [one, two]) await say(owner, order, 'order.created');
  await pass();
  await world.pass(MINUTE_MS);
  expect([await attempts(), await attempts()]).toEqual([4, 4]);
  const waiting = (await deliveriesOf(owner, '?filter[state]=pending')).find(({ attributes }) => attributes.order_id === one.id);
  const pressed = await owner.person.send('POST', `/api/v1/webhook_deliveries/${waiting?.id}/replay`);
  expect([pressed.status, await attempts()]).toEqual([202, 5]);
  expect(received.at(-1)?.order).toBe(one.id);
  const keeper = await office.person('compliance');
  await keeper.send('POST', `/api/office/v1/webhook_deliveries/${waiting?.id}/replay`);
  expect(await attempts()).toBe(6);
  const listed = await keeper.send('GET', '/api/office/v1/webhook_deliveries?filter[state]=pending');
  expect(Number(listed.meta['waiting'])).toBeGreaterThanOrEqual(2);
  answer = status(200);
  await owner.person.send('POST', `/api/v1/webhooks/${owner.id}/replay`, { since: new Date(world.deps.clock.now()).toISOString() });
  expect(await attempts()).toBe(8);
  expect(await deliveriesOf(owner, '?filter[state]=pending')).toEqual([]);
});

test('an accepted check ends an automatic pause and waiting events are sent; a pause by an operator stays', async () => {
  const owner = await partner('/check');
  const order = await orderOf(owner);
  const own = async () => (await owner.person.send<WebhookAttributes>('GET', '/api/v1/webhooks')).rows[0]?.attributes.paused_by;
  const check = async () => {
    const sent = await owner.person.send('POST', `/api/v1/webhooks/${owner.id}/ping`);
    await pass();
    return [sent.status, await own()];
  };
  answer = status(410);
  await say(owner, order, 'order.created');
  await pass();
  expect(await own()).toBe('gone');
  await say(owner, order, 'order.paid');
  answer = status(500);
  expect(await check()).toEqual([202, 'gone']);
  expect(receivedTopics()).not.toContain('order.paid 2');
  answer = status(200);
  expect(await check()).toEqual([202, null]);
  await pass();
  expect(receivedTopics()).toContain('order.paid 2');
  await owner.person.send('POST', `/api/v1/webhooks/${owner.id}/pause`);
  expect(await check()).toEqual([202, 'owner']);
  await owner.person.send('POST', `/api/v1/webhooks/${owner.id}/resume`);
  const keeper = await office.person('compliance');
  await keeper.send('POST', `/api/office/v1/webhooks/${owner.id}/pause`, { note: 'looks wrong' });
  const calls = received.length;
  expect(await check()).toEqual([403, 'office']);
  expect(received).toHaveLength(calls);
});

test('a slow or failing endpoint does not delay the others', async () => {
  const [slow, quick] = [await partner('/slow'), await partner('/quick')];
  const held: http.ServerResponse[] = [];
  const order = await orderOf(quick);
  answer = (got, reply) => (got.order === order.id ? status(200)(got, reply) : void held.push(reply));
  for (let n = 0; n < 10; n += 1) await say(slow, await orderOf(slow), 'order.created');
  await say(quick, order, 'order.created');
  await pass();
  expect(received.filter((one) => one.order === order.id)).toHaveLength(1);
  expect(held).toHaveLength(8);
  answer = status(200);
  for (const reply of held) reply.writeHead(200).end();
  await vi.waitFor(async () => {
    await pass();
    expect(received).toHaveLength(11);
  });
});

test('endpoints are visible to their owner only; secrets are shown once and rotated with an overlap', async () => {
  const [owner, stranger] = [await partner('/a'), await partner('/b')];
  const { person, id } = owner;
  expect((await person.send<WebhookAttributes>('GET', '/api/v1/webhooks')).rows[0]?.attributes.secret).toBeUndefined();
  const rotated = await person.send<WebhookAttributes>('POST', `/api/v1/webhooks/${id}/rotate`);
  const secret = rotated.one.attributes.secret ?? '';
  const ping = await person.send<WebhookDeliveryAttributes>('POST', `/api/v1/webhooks/${id}/ping`);
  expect(ping).toMatchObject({ status: 202 });
  await pass();
  const pinged = () => received.find(({ topic }) => topic === 'webhook.ping');
  const got = pinged();
  const opens = (by: string) =>
    verifyWebhook({ secret: by, body: got?.body ?? '', header: (name) => got?.headers[name]?.toString(), now: world.deps.clock.now() });
  expect([await opens(secret), await opens(owner.secret), await opens(stranger.secret)]).toEqual([true, true, false]);
  await world.pass(DAY_MS + 1);
  received = [];
  await person.send('POST', `/api/v1/webhook_deliveries/${ping.one.id}/replay`);
  await pass();
  expect(pinged()?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(1);
  for (const call of ['rotate', 'pause', 'resume', 'ping']) {
    const answered = await stranger.person.send('POST', `/api/v1/webhooks/${id}/${call}`);
    expect([call, answered.status]).toEqual([call, call === 'rotate' ? 403 : 404]);
  }
  office.prove(stranger.person);
  expect((await stranger.person.send('POST', `/api/v1/webhooks/${id}/rotate`)).status).toBe(404);
  expect((await stranger.person.send('DELETE', `/api/v1/webhooks/${id}`)).status).toBe(404);
  expect((await stranger.person.send('GET', `/api/v1/webhook_deliveries/${ping.one.id}`)).status).toBe(404);
  expect((await stranger.person.send('POST', `/api/v1/webhook_deliveries/${ping.one.id}/replay`)).status).toBe(404);
  const refused = await stranger.person.send('POST', '/api/v1/webhooks', { url: 'https://169.254.169.254/', mode: 'live', events: [] });
  expect(refused).toMatchObject({ status: 422, error: { code: 'invalid_format', source: { pointer: '/data/attributes/url' } } });
  expect((await person.send('DELETE', `/api/v1/webhooks/${id}`)).status).toBe(204);
  expect(await deliveriesOf(owner)).toEqual([]);
});

test('the office lists failed deliveries, sends them again, and pauses an endpoint with a reason for its partner', async () => {
  const owner = await partner('/office');
  const order = await orderOf(owner);
  answer = status(410);
  await say(owner, order, 'order.created');
  await pass();
  const [support, keeper] = [await office.person('support'), await office.person('compliance')];
  const failed = await support.send<OfficeWebhookDeliveryAttributes>('GET', `/api/office/v1/webhook_deliveries?q=${order.id}`);
  expect(failed.rows.map(({ attributes }) => attributes)).toMatchObject([{ state: 'failed', last_status: 410, order_id: order.id }]);
  expect(failed.raw.toString()).not.toContain('outcome_amount');
  const find = async (health: string) =>
    (await support.send<OfficeWebhookAttributes>('GET', `/api/office/v1/webhooks?filter[health]=${health}&q=/office`)).rows;
  expect((await find('paused')).map(({ attributes }) => attributes)).toMatchObject([{ paused_by: 'gone', failed: 1 }]);
  expect((await support.send('POST', `/api/office/v1/webhooks/${owner.id}/pause`, { note: 'x' })).status).toBe(403);
  const pauses = await Promise.all(
    ['we look at it', 'I too'].map((note) => keeper.send('POST', `/api/office/v1/webhooks/${owner.id}/pause`, { note })),
  );
  expect(new Set(pauses.map((one) => one.status))).toEqual(new Set([200, 409]));
  expect((await owner.person.send('POST', `/api/v1/webhooks/${owner.id}/resume`)).status).toBe(403);
  expect((await keeper.send('POST', `/api/office/v1/webhooks/${owner.id}/resume`)).status).toBe(200);
  answer = status(200);
  await keeper.send('POST', `/api/office/v1/webhook_deliveries/${failed.rows[0]?.id}/replay`);
  await pass();
  expect(receivedTopics().at(-1)).toBe('order.created 1');
  const auditRows = await world.deps.db.many(
    as<{ action: string }>(),
    sql`select action from audit_log where subject_id = ${owner.id} order by at, id`,
  );
  expect(auditRows.map(({ action }) => action).toSorted()).toEqual(['webhook.pause', 'webhook.replay', 'webhook.resume']);
});

test('an incident is raised if no endpoint can be reached', async () => {
  const sounded: unknown[] = [];
  const keeper = {
    reconcile: async (_kind: string, trouble: object) => void sounded.push(Object.keys(trouble)),
    reconcileDetails: async () => undefined,
  };
  await world.pass(DAY_MS);
  const owners = [await partner('/1'), await partner('/2'), await partner('/3')];
  answer = (_got, reply) => void reply.destroy();
  for (const owner of owners) await owner.person.send('POST', `/api/v1/webhooks/${owner.id}/ping`);
  await pass();
  await watchWebhooks(world.deps, keeper);
  answer = status(500);
  await world.pass(MINUTE_MS);
  await pass();
  await watchWebhooks(world.deps, keeper);
  expect(sounded).toEqual([['webhooks'], []]);
});
