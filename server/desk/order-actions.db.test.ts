import { orderNumber } from '#core/order/number.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { officeApprovalRoutes } from '#server/approvals/office-routes.ts';
import { APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { customerEmailKind, CUSTOMER_EMAIL } from '#server/order-emails/customer-emails.ts';
import { emailText } from '#server/mails/email.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeOrderActionRoutes } from './order-action-routes.ts';
import { officeOrderRoutes } from './office-routes.ts';

let world: World;
let office: Office;
let cashier: Person;
let second: Person;

beforeAll(async () => {
  world = await createWorld();
  const { deps } = world;
  office = await createOffice(world, [
    ...officeOrderRoutes(deps),
    ...officeOrderActionRoutes(deps),
    ...officeApprovalRoutes(deps, APPROVAL_EXECUTORS),
  ]);
  cashier = await office.person('cashier');
  second = await office.person('compliance');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const orderPath = (id: string) => `/api/office/v1/orders/${id}`;
const claim = (person: Person, id: string) => person.send('POST', `${orderPath(id)}/claim`);
const cancel = (person: Person, id: string, version: number, note = 'Asked for by phone') =>
  person.send<OfficeOrderAttributes>('POST', `${orderPath(id)}/moves`, { move: 'call_off', version, note });
const extend = (person: Person, id: string, version: number, change: object = {}) =>
  person.send<OfficeOrderAttributes>('POST', `${orderPath(id)}/extensions`, {
    version,
    minutes: 30,
    with_rate: false,
    note: 'Bank is slow',
    ...change,
  });

const mailsTo = async (recipient: string) => {
  const waiting = await world.deps.db.many(
    as<{ subject: string; topic: string }>(),
    sql`select subject, topic from mail_news where kind = ${CUSTOMER_EMAIL} and recipient = ${recipient.toLowerCase()}
      order by changed_at`,
  );
  const kind = customerEmailKind({ ...world.deps, t: createTranslate() });
  const stories = await Promise.all(
    waiting.map(async ({ subject, topic }) => await kind.compose({ kind: CUSTOMER_EMAIL, subject, topic, version: 1, isPaid: true })),
  );
  return stories.map((story) => ({
    to: story?.to,
    text: story ? emailText({ ...story.email, locale: 'ru', footer: [] }) : '',
    subject: story?.email.subject,
  }));
};

describe('a mail to the customer', () => {
  it('goes to the order address with its link and is in the history; the text cannot add headers', async () => {
    const order = await world.order({ email: 'reader@example.org' });
    const text = 'Please send\r\nBcc: everyone@example.org\r\n\u0007the receipt <b>now</b>';
    const sent = await cashier.send<OfficeOrderAttributes>('POST', `${orderPath(order.id)}/messages`, { text });
    expect(sent.status).toBe(200);
    const [email] = await mailsTo('reader@example.org');
    expect(email?.subject).toBe(`Сообщение по заявке ${orderNumber(order.id)}`);
    expect(email?.text).toContain('Please send\nBcc: everyone@example.org\n the receipt <b>now</b>');
    expect(email?.text).toContain(`/order/${order.id}?token=`);
    expect(sent.one.attributes.history.map(({ name }) => name)).toContain('order.write');
    expect((await cashier.send('POST', `${orderPath(order.id)}/messages`, { text: ' \u0000 ' })).status).toBeGreaterThanOrEqual(400);
    expect((await cashier.send('POST', `${orderPath(order.id)}/messages`, { text: 'x'.repeat(2001) })).status).toBe(422);
    expect((await (await office.person('auditor')).send('POST', `${orderPath(order.id)}/messages`, { text: 'x' })).status).toBe(403);
    expect((await cashier.send('POST', `${orderPath('nothing')}/messages`, { text: 'x' })).status).toBe(404);
  });

  it('one person resends the link, two change the address; the former address gets a notice without the link', async () => {
    const order = await world.order({ email: 'wrnog@example.org' });
    const link = (person: Person, body: object) => person.send('POST', `${orderPath(order.id)}/links`, { version: order.version, ...body });
    expect((await link(cashier, {})).meta).toEqual({ approval_id: null });
    expect((await mailsTo('wrnog@example.org'))[0]?.text).toContain('?token=');
    expect((await link(cashier, { email: 'not an address', note: 'x' })).error).toMatchObject({ code: 'invalid_format' });
    expect((await link(cashier, { email: 'wrong@example.org' })).error).toMatchObject({ code: 'required' });
    const proposed = await link(cashier, { email: 'wrong@example.org', note: 'Letters turned round; he called from his number' });
    const approvalId = String(proposed.meta['approval_id']);
    expect(await mailsTo('wrong@example.org')).toEqual([]);
    expect((await world.read(order.id)).email).toBe('wrnog@example.org');
    const list = await second.send<{ hash: string }>('GET', '/api/office/v1/approvals?state=open');
    const approve = (person: Person) =>
      person.send('POST', `/api/office/v1/approvals/${approvalId}/approve`, {
        hash: list.rows.find(({ id }) => id === approvalId)?.attributes.hash,
        note: 'checked',
      });
    expect((await approve(cashier)).status).toBeGreaterThanOrEqual(400);
    expect((await approve(second)).status).toBe(200);
    expect((await world.read(order.id)).email).toBe('wrong@example.org');
    expect((await mailsTo('wrong@example.org'))[0]?.text).toContain('?token=');
    const former = (await mailsTo('wrnog@example.org')).at(-1);
    expect(former?.subject).toContain('изменён');
    expect(former?.text).not.toContain('token');
  });
});

describe('more time', () => {
  it('moves the deadline, not the rate; refused on an old version, without the lease, or beyond a day', async () => {
    const order = await world.order();
    expect((await extend(cashier, order.id, order.version)).error).toMatchObject({ code: 'lease_held' });
    await claim(cashier, order.id);
    const both = await Promise.all([0, 1].map(async () => await extend(cashier, order.id, order.version)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const after = await world.read(order.id);
    expect(after.expiresAt).toBe((order.expiresAt ?? 0) + 30 * MINUTE_MS);
    expect(after.rateLockedUntil).toBe(order.rateLockedUntil);
    expect((await extend(cashier, order.id, after.version, { minutes: 720 })).status).toBe(200);
    const later = await world.read(order.id);
    expect((await extend(cashier, order.id, later.version, { minutes: 720 })).error).toMatchObject({ code: 'not_allowed_amount' });
    expect((await extend(cashier, order.id, later.version, { minutes: 31 })).status).toBe(422);
  });

  it('one person extends the rate while the market is near it, two when it has moved', async () => {
    const order = await world.order();
    await claim(cashier, order.id);
    expect((await extend(cashier, order.id, order.version, { with_rate: true })).meta).toEqual({ approval_id: null });
    const held = await world.read(order.id);
    expect(held.rateLockedUntil).toBe(held.expiresAt);
    await world.prices('80');
    await world.pass(1000);
    const proposed = await extend(cashier, order.id, held.version, { with_rate: true });
    expect(proposed.meta['approval_id']).toEqual(expect.any(String));
    expect((await world.read(order.id)).rateLockedUntil).toBe(held.rateLockedUntil);
    await world.prices('90');
    await world.pass(1000);
  });

  it('extending and expiring at once have one winner', async () => {
    const orders = [];
    for (let count = 0; count < 12; count += 1) orders.push(await world.order());
    for (const { id } of orders) await claim(cashier, id);
    await world.pass((orders[0]?.expiresAt ?? 0) - world.deps.clock.now());
    for (const { id } of orders) await claim(cashier, id);
    const [answers] = await Promise.all([
      Promise.all(orders.map(async ({ id, version }) => await extend(cashier, id, version))),
      expireOrders(world.deps),
    ]);
    for (const [index, { id }] of orders.entries()) {
      const { status, expiresAt } = await world.read(id);
      const isExtended = answers[index]?.status === 200;
      expect([status, isExtended]).toEqual(isExtended ? ['awaiting_payment', true] : ['expired', false]);
      if (isExtended) expect(expiresAt).toBeGreaterThan(world.deps.clock.now());
    }
    await world.pass(HOUR_MS);
  });
});

describe('an order cancelled by an operator', () => {
  it('ends unpaid with a required reason that its customer reads', async () => {
    const order = await world.order();
    await claim(cashier, order.id);
    expect((await cancel(cashier, order.id, order.version, ' ')).error).toMatchObject({ code: 'required' });
    expect((await cancel(await office.person('treasurer'), order.id, order.version)).status).toBe(403);
    const ended = await cancel(cashier, order.id, order.version);
    expect(ended.one.attributes).toMatchObject({ status: 'cancelled', reason: 'Asked for by phone', held_amount: null });
  });

  it('cancelled while a payment arrives: either paid, or cancelled and the customer chooses (R09)', async () => {
    const orders = [];
    for (let count = 0; count < 20; count += 1) orders.push(await world.order({ email: `race${count}@example.org` }));
    for (const { id } of orders) await claim(cashier, id);
    const answers = await Promise.all(
      orders.map(async (order) => {
        const [answer] = await Promise.all([cancel(cashier, order.id, order.version), world.deposit(order)]);
        return answer;
      }),
    );
    for (const [index, { id }] of orders.entries()) {
      const { status, receivedAmount } = await world.read(id);
      expect(receivedAmount).toBe(100_000_000n);
      expect(
        answers[index]?.status === 200 ? ['requote', 'paid', 'payout_pending', 'payout_sent', 'completed'] : ['payout_pending', 'paid'],
      ).toContain(status);
    }
    await world.drain();
    expect(await world.audit()).toEqual([]);
  });
});
