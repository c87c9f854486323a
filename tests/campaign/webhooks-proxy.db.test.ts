import type { ServerResponse } from 'node:http';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WebhookAttributes } from '#contract/partner/webhooks.ts';
import { MINUTE_MS } from '#core/time.ts';
import { RESPONSE_TIMEOUT_MS } from '#core/webhooks/delivery.ts';
import { createCourier } from '#server/webhooks/drain-queue.ts';
import { createEvent, nextSequence } from '#server/webhooks/make-event.ts';
import { webhookRoutes } from '#server/webhooks/routes.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { type ProxyMode, startTcpProxy, type TcpProxy } from '#tests/make/tcp-proxy.ts';
import { type Received, startWebhookReceiver } from '#tests/make/webhook-receiver.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { until } from '#tests/make/product.ts';

const Delivery = rowType({ state: col.text, attempts: col.number, error: col.nullable(col.text) });
/** The attempts recorded for a partner's server behind a proxy that fails in this way. */
const ERRORS: Readonly<Record<Exclude<ProxyMode, 'pass'>, string>> = {
  refuse: 'unreachable',
  close: 'broken',
  hang: 'late',
  cut: 'broken',
};

let world: World;
let office: Office;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let proxy: TcpProxy;
let received: Received[] = [];
let pass: () => Promise<unknown>;
let userId = '';
let endpointId = '';

beforeAll(async () => {
  receiver = await startWebhookReceiver((got: Received, reply: ServerResponse) => {
    received.push(got);
    reply.writeHead(200).end();
  });
  const [host = '', port = ''] = receiver.host.split(':');
  proxy = await startTcpProxy({ host, port: Number(port) });
  world = await createWorld();
  const settings = { ...world.deps.settings, webhookHosts: [`127.0.0.1:${proxy.port}`] };
  pass = createCourier({ ...world.deps, settings }).pass;
  office = await createOffice(world, webhookRoutes({ ...world.deps, settings }));
  const partner = await office.person('customer', 'partner');
  office.prove(partner);
  const url = `http://127.0.0.1:${proxy.port}/hook`;
  const made = await partner.send<WebhookAttributes>('POST', '/api/v1/webhooks', { url, mode: 'live', events: [] });
  expect(made.status).toBe(201);
  userId = partner.id;
  endpointId = made.one.id ?? '';
});
afterAll(async () => {
  await office.close();
  await world.close();
  await proxy.close();
  receiver.close();
});

/** Two events of one new order. */
async function sendTwoEvents(): Promise<string> {
  const order = await world.order();
  await world.deps.db.tx(async (tx) => {
    for (const topic of ['order.created', 'order.paid'] as const) {
      const sequence = await nextSequence(tx, order.id);
      await createEvent(world.deps, tx, { userId, topic, isSandbox: false, order, sequence, endpointIds: [endpointId] });
    }
  });
  return order.id;
}

const deliveriesOf = (orderId: string) =>
  world.deps.db.many(
    Delivery,
    sql`
    select d.state, d.attempts, (select a.error from webhook_attempts a where a.delivery_id = d.id order by a.at desc limit 1) as error
    from webhook_deliveries d join webhook_events e on e.id = d.event_id where e.order_id = ${orderId} order by d.sequence`,
  );

it.each(Object.entries(ERRORS) as [ProxyMode, string][])(
  'a partner’s server behind a proxy failure "%s" gets every event once it answers, in order, with one connection per attempt',
  async (mode, error) => {
    received = [];
    await proxy.set(mode);
    proxy.takeAccepted();
    const orderId = await sendTwoEvents();
    await pass();
    // A hanging request ends at its own deadline
    await until(
      async () => expect((await deliveriesOf(orderId))[0]).toMatchObject({ state: 'pending', attempts: 1, error }),
      2 * RESPONSE_TIMEOUT_MS,
    );
    await pass();
    expect((await deliveriesOf(orderId))[1]).toEqual({ state: 'pending', attempts: 0, error: null });
    expect(proxy.takeAccepted()).toBeLessThanOrEqual(1);
    await proxy.set('pass');
    await world.pass(MINUTE_MS);
    await pass();
    expect((await deliveriesOf(orderId)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    // The server received the event although its response was cut off: it is sent again with its id, and later events wait
    const topics = received.filter(({ order }) => order === orderId).map(({ topic }) => topic);
    expect(topics).toEqual([...(mode === 'cut' ? ['order.created'] : []), 'order.created', 'order.paid']);
    expect(new Set(received.map(({ id }) => id)).size).toBe(2);
    expect(proxy.takeAccepted()).toBe(2);
    await until(() => expect(proxy.open()).toBe(0));
  },
  60_000,
);
