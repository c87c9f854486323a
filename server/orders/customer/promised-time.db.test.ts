import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { WebhookDocument } from '#contract/partner/webhook-document.ts';
import { formatDateTime } from '#core/format/moment.ts';
import type { Order } from '#core/order/order.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { emailText } from '#server/mails/email.ts';
import { statusEmailKind } from '#server/order-emails/order-emails.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { createEvent } from '#server/webhooks/make-event.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { presentOrder } from './present.ts';

/** The owner's setting for the direction of the orders below. */
const SET = 10;
/** The measured 90th percentile and median. */
const MEASURED = 25;
const USUAL = 4;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world.close());

/** The product after it has measured exchanges. */
const later = (): Deps => {
  const { quotes } = world.deps;
  return { ...world.deps, t: createTranslate(), quotes: { ...quotes, times: () => ({ of: () => USUAL, slowOf: () => MEASURED }) } };
};
const shown = async (deps: Deps, order: Order) => (await presentOrder(deps, deps.db, { order, locale: order.locale })).attributes;

/** The e-mail about an order as it is now, as plain text. */
async function emailOf(deps: Deps, order: Order, topic: string): Promise<string> {
  const composed = await statusEmailKind(deps).compose({ kind: 'order', subject: order.id, topic, version: order.version, isPaid: true });
  if (composed === undefined) throw new Error(`no letter about ${topic}`);
  return emailText({ ...composed.email, locale: order.locale, footer: [] });
}

/** The webhook event of an order as it is now. */
async function eventOf(deps: Deps, order: Order): Promise<NonNullable<WebhookDocument['data']>['attributes']> {
  const expectedTimes = {
    userId: world.deps.random.uuid(),
    topic: 'order.touched',
    isSandbox: false,
    order,
    sequence: order.version,
    endpointIds: [],
  } as const;
  await deps.db.run(
    sql`insert into users (id, email, role) values (${expectedTimes.userId}, ${`${expectedTimes.userId}@example.org`}, 'customer')`,
  );
  await deps.db.tx(async (tx) => void (await createEvent(deps, tx, expectedTimes)));
  const { body } = await deps.db.one(
    as<{ body: string }>(),
    sql`select body from webhook_events where order_id = ${order.id} order by sequence desc limit 1`,
  );
  const { data } = JSON.parse(body) as WebhookDocument;
  if (data === null) throw new Error('no order was told');
  return data.attributes;
}

test('an order keeps its promised minutes, on its page, in mails and in partners’ events', async () => {
  const order = await world.order();
  const deps = later();
  const promised = { eta_minutes: SET, median_minutes: USUAL, payout_promise: null };
  expect(await shown(deps, order)).toMatchObject(promised);
  expect(await eventOf(deps, order)).toMatchObject(promised);
  expect(await emailOf(deps, order, 'awaiting_payment')).toContain(`Выплата после оплаты: до ${SET} минут`);

  const paid = await world.deposit(order);
  expect(paid.status).toBe('payout_pending');
  const at = toRfc3339(world.deps.clock.now() + SET * MINUTE_MS);
  const due = { ...promised, payout_promise: { at, missed_at: null } };
  expect(await shown(deps, paid)).toMatchObject(due);
  expect(await eventOf(deps, paid)).toMatchObject(due);
  expect(await emailOf(deps, paid, 'paid')).toContain(`Выплатим до: ${formatDateTime(at, 'ru')}`);
});

test('the promise is what nine in ten orders kept at the time of ordering, on page and mail', async () => {
  const measured = vi.spyOn(world.deps.quotes, 'times').mockReturnValue(later().quotes.times());
  const order = await world.order();
  measured.mockRestore();
  expect(order.promisedMinutes).toBe(MEASURED);
  expect(await emailOf({ ...world.deps, t: createTranslate() }, order, 'awaiting_payment')).toContain(
    `Выплата после оплаты: до ${MEASURED} минут`,
  );
  const paid = await world.deposit(order);
  const at = toRfc3339(world.deps.clock.now() + MEASURED * MINUTE_MS);
  expect(await shown(world.deps, paid)).toMatchObject({ eta_minutes: MEASURED, payout_promise: { at, missed_at: null } });
});

test('an older order without a promise gets the current one', async () => {
  const order = await world.order();
  await world.deps.db.run(sql`update orders set promised_minutes = null where id = ${order.id}`);
  const before = await world.read(order.id);
  expect(await shown(later(), before)).toMatchObject({ eta_minutes: MEASURED, median_minutes: USUAL });
  expect(await eventOf(later(), before)).toMatchObject({ eta_minutes: MEASURED, median_minutes: USUAL });
});

test('a mail before payment announces the approval of a large payout', async () => {
  const order = await world.order();
  const { limits } = world.deps;
  const small = { ...later(), limits: { ...limits, current: () => ({ ...limits.current(), firstUsd: 0 }) } };
  expect(await emailOf(later(), order, 'awaiting_payment')).not.toContain('одобряет сотрудник');
  expect(await emailOf(small, order, 'awaiting_payment')).toContain('Выплату такой суммы одобряет сотрудник');
});
