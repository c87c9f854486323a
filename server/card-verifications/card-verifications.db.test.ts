import sharp from 'sharp';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CardVerificationAttributes } from '#contract/public/card-verifications.ts';
import type { CardCheckDetailAttributes } from '#contract/office/orders/card-verifications.ts';
import { CARD_PICTURE_RETENTION_MS } from '#core/customer/card-verification.ts';
import type { Order } from '#core/order/order.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Caller, orderTokenOf } from '#server/orders/access.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { makeRequisiteField } from '#tests/make/requisite-field.ts';
import { as } from '#tests/make/rows.ts';
import { channelsNotified } from '#tests/make/channels-notified.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { auditPictures, erasePictures } from './pictures.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { extendWaitingOrders } from './jobs.ts';
import { officeCardVerificationRoutes } from './office-routes.ts';
import { cardVerificationRoutes } from './routes.ts';
import { prepareCard, submitCard } from './submit-verification.ts';

const CARD = '2202200000000008';
const OTHER = '2200700000000009';
const CARDS = '/api/office/v1/card_verifications';
const CARD_FIELD = makeRequisiteField({ key: 'card_number', kind: 'card', label: { ru: 'Карта', en: 'Card' } });

let world: World;
let deps: Deps;
let office: Office;
let [masha, oleg, cashier]: Person[] = [];
let photo: Buffer;

/** Roubles are paid from a card that needs verification from 100 roubles on. */
function askingDeps(of: World): Deps {
  const { catalogue } = of.deps;
  const asking: Deps['catalogue'] = {
    ...catalogue,
    paymentSystem: (code) => {
      const found = catalogue.paymentSystem(code);
      return found && code === 'SBERRUB' ? { ...found, incomeFields: [CARD_FIELD] } : found;
    },
    direction: (income, outcome) => {
      const found = catalogue.direction(income, outcome);
      return found && income === 'SBERRUB' ? { ...found, verification: { rule: 'above', incomeAmount: 10_000n } } : found;
    },
  };
  return { ...of.deps, catalogue: asking };
}

beforeAll(async () => {
  world = await createWorld();
  deps = askingDeps(world);
  office = await createOffice(world, [...cardVerificationRoutes(deps), ...officeCardVerificationRoutes(deps)]);
  masha = await office.person('verifier', 'Masha');
  oleg = await office.person('verifier', 'Oleg');
  cashier = await office.person('cashier');
  photo = await sharp({ create: { width: 80, height: 50, channels: 3, background: '#357' } })
    .withExif({ IFD0: { Copyright: 'Ivan Petrov' } })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const GUEST: Visitor = { kind: 'guest' };
const userOf = (id: string): Visitor => ({
  kind: 'user',
  userId: id,
  sessionId: id,
  role: 'customer',
  email: 'c@example.org',
  hasVerifiedEmail: true,
});
const holder = (orderId: string): Caller => ({ visitor: GUEST, orderToken: orderTokenOf(deps, orderId) });
const read = async (id: string): Promise<Order> => (await findOrder(deps.db, id)) as Order;

/** The response of creating an order paid by card; the refusal's code where it is refused. */
async function order(card = CARD, { visitor = GUEST, held = [] as readonly string[] } = {}): Promise<Order> {
  const filled = await world.form({
    payment_system_from_id: 'SBERRUB',
    payment_system_to_id: 'USDTTRC20',
    income_requisites: { card_number: card },
  });
  const made = await deps.db.tx(
    async (tx) => await createOrder(deps, tx, filled, { visitor, ip: '127.0.0.1', locale: 'ru', ownOrderIds: held }),
  );
  if (!made.ok) throw new Error(made.refusals[0]?.code);
  return made.value.order;
}

async function show(
  orderId: string | undefined,
  change: { card?: string; name?: string; bank?: string; caller?: Caller; file?: Buffer } = {},
) {
  const caller = change.caller ?? holder(orderId ?? '');
  const form = {
    card_number: change.card ?? CARD,
    name: change.name ?? 'IVAN PETROV',
    issuing_bank_id: change.bank ?? 'sberbank',
    order_public_id: orderId,
  };
  const card = await prepareCard(deps, { form, caller, file: { fileName: 'card.jpg', bytes: change.file ?? photo } });
  if (!card.ok) return card;
  return await deps.db.tx(async (tx) => await submitCard(deps, tx, { card: card.value, caller }));
}

async function shown(orderId: string | undefined, change = {}): Promise<string> {
  const sent = await show(orderId, change);
  if (!sent.ok) throw new Error(sent.refusals.map(({ code, message }) => message ?? code).join());
  return sent.value;
}

const status = async (id: string, orderId: string, who = office.guest) =>
  (
    await who.send<CardVerificationAttributes>('GET', `/api/v1/card_verifications/${id}/status`, undefined, {
      'order-token': orderTokenOf(deps, orderId),
    })
  ).one.attributes;
const accepted = async (id: string, who = masha) => {
  await who?.send('POST', `${CARDS}/${id}/take`, {});
  return await who?.send('POST', `${CARDS}/${id}/accept`, {});
};
const audits = async (id: string) =>
  (await deps.db.many(as<{ action: string }>(), sql`select action from audit_log where subject_id = ${id} order by at, id`)).map(
    ({ action }) => action,
  );

describe('an order paid from a card that is not verified', () => {
  test('waits (T2), reports wrong fields, and continues once the card is accepted (T3); the next order needs no check', async () => {
    const first = await order();
    expect(first).toMatchObject({ status: 'awaiting_verification', hold: { amount: first.outcomeAmount } });
    const wrong = await show(first.id, { card: '1234', name: 'I', bank: 'nobank' });
    expect(wrong.ok ? [] : wrong.refusals.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'card_number invalid_card_number',
      'name too_short',
      'issuing_bank_id invalid_format',
    ]);
    expect(await show(first.id, { card: OTHER })).toMatchObject({ refusals: [{ field: 'card_number', message: 'card_of_order' }] });
    expect(await show(first.id, { file: Buffer.from('<svg/>') })).toMatchObject({
      refusals: [{ field: 'image', message: 'card_picture' }],
    });
    expect(await show(first.id, { caller: { visitor: GUEST, orderToken: 'x' } })).toMatchObject({ refusals: [{ code: 'not_found' }] });
    expect(await show(undefined, { caller: { visitor: GUEST, orderToken: undefined } })).toMatchObject({
      refusals: [{ code: 'not_authenticated' }],
    });
    await world.pass(10 * MINUTE_MS);
    const id = await shown(first.id);
    // The time is extended from the submission of the photo, and one photo waits at a time
    expect((await read(first.id)).expiresAt).toBe(first.createdAt + 25 * MINUTE_MS);
    expect(await show(first.id)).toMatchObject({ refusals: [{ code: 'order_state_conflict', message: 'card_waits' }] });
    expect(await status(id, first.id)).toMatchObject({
      status: 'pending',
      queue_position: 1,
      eta_minutes: 5,
      opens_at: null,
      card_number_masked: '220220•••0008',
    });
    expect((await accepted(id))?.one.attributes).toMatchObject({ status: 'verified', order: { status: 'awaiting_requisites' } });
    expect(await status(id, first.id)).toMatchObject({ status: 'verified', queue_position: null, eta_minutes: null });
    expect((await read(first.id)).status).toBe('awaiting_requisites');
    expect(await audits(id)).toEqual(['card.take', 'card.accept']);
    // The key of that order identifies the guest; a stranger with the same card gets no information
    expect((await order(CARD, { held: [first.id] })).status).toBe('awaiting_requisites');
    expect((await order()).status).toBe('awaiting_verification');
    expect((await order(OTHER, { held: [first.id] })).status).toBe('awaiting_verification');
  });

  test('can be given another photo after a correctable refusal, and ends with the reason after a final one (T4)', async () => {
    const one = await order(OTHER);
    const blurred = await shown(one.id, { card: OTHER });
    await masha?.send('POST', `${CARDS}/${blurred}/take`, {});
    await masha?.send('POST', `${CARDS}/${blurred}/reject`, { reason: 'blurred', words: 'Wipe the lens' });
    expect(await status(blurred, one.id)).toMatchObject({
      status: 'rejected',
      may_try_again: true,
      reason: expect.stringContaining('Wipe the lens'),
    });
    expect((await read(one.id)).status).toBe('awaiting_verification');
    const emails = await deps.db.many(
      as<{ topic: string }>(),
      sql`select topic from mail_news where kind = 'card' and subject = ${blurred}`,
    );
    expect(emails).toEqual([{ topic: 'rejected' }]);
    const again = await shown(one.id, { card: OTHER });
    await masha?.send('POST', `${CARDS}/${again}/take`, {});
    await masha?.send('POST', `${CARDS}/${again}/reject`, { reason: 'someone_elses' });
    expect(await read(one.id)).toMatchObject({ status: 'rejected', reason: 'card_someone_elses', hold: null });
    // This customer is not asked for the same card again; other customers are
    await expect(order(OTHER, { held: [one.id] })).rejects.toThrow('verification_required');
    expect((await order(OTHER)).status).toBe('awaiting_verification');
  });

  test('is extended while its card is not checked, up to an hour; at night it is not', async () => {
    const one = await order();
    await shown(one.id);
    for (let at = 0; at < 70; at += 10) {
      await world.pass(10 * MINUTE_MS);
      await extendWaitingOrders(deps);
    }
    expect((await read(one.id)).expiresAt).toBe(one.createdAt + HOUR_MS);
  });

  test('continues with a card submitted again only while its rate is binding, so a second photo cannot hold a rate longer', async () => {
    const [one, otherOrder] = [await order(), await order()];
    await deps.db.run(sql`update orders set rate_type = 'fixed' where id = ${otherOrder.id}`);
    const id = await shown(one.id);
    await shown(otherOrder.id);
    for (let at = 0; at < 2; at += 1) {
      await world.pass(10 * MINUTE_MS);
      await extendWaitingOrders(deps);
    }
    await accepted(id);
    const caller = { visitor: GUEST, orderToken: undefined, heldOrders: [one.id, otherOrder.id] };
    const form = { card_number: CARD, name: 'IVAN PETROV', issuing_bank_id: 'sberbank', order_public_id: otherOrder.id };
    const card = await prepareCard(deps, { form, caller, file: { fileName: 'card.jpg', bytes: photo } });
    if (!card.ok) throw new Error('the card is not taken');
    const submit = (now: typeof deps) => deps.db.tx(async (tx) => await submitCard(now, tx, { card: card.value, caller }));
    await submit({ ...deps, quotes: { ...deps.quotes, usdOf: () => undefined } });
    expect((await read(otherOrder.id)).status).toBe('awaiting_verification');
    await submit(deps);
    expect((await read(otherOrder.id)).status).toBe('awaiting_requisites');
    await deps.db.run(sql`delete from card_verifications where order_id = ${otherOrder.id}`);
  });

  test('of an account: once the card is accepted, all its orders with this card continue', async () => {
    const customer = await office.person('customer');
    const visitor = userOf(customer.id);
    const [a, b, c] = [await order(CARD, { visitor }), await order(CARD, { visitor }), await order(OTHER, { visitor })];
    const id = await shown(a.id, { caller: { visitor, orderToken: undefined } });
    await accepted(id);
    expect([(await read(a.id)).status, (await read(b.id)).status, (await read(c.id)).status]).toEqual([
      'awaiting_requisites',
      'awaiting_requisites',
      'awaiting_verification',
    ]);
    const mine = await customer.send<CardVerificationAttributes>('GET', '/api/v1/card_verifications');
    expect(mine.rows.map(({ attributes }) => attributes.status)).toEqual(['verified']);
    // A withdrawn card must be verified again; a second withdrawal changes nothing
    for (let times = 0; times < 2; times += 1) expect((await customer.send('DELETE', `/api/v1/card_verifications/${id}`)).status).toBe(204);
    expect((await order(CARD, { visitor })).status).toBe('awaiting_verification');
  });

  test.each(['no order', 'another order'] as const)(
    'of an account, submitted for %s: its orders expire as not checked, not as not submitted',
    async (which) => {
      const customer = await office.person('customer');
      const visitor = userOf(customer.id);
      const [one, other] = [await order(CARD, { visitor }), await order(CARD, { visitor })];
      await shown(which === 'no order' ? undefined : other.id, { caller: { visitor, orderToken: undefined } });
      for (let at = 0; at < 70; at += 10) {
        await world.pass(10 * MINUTE_MS);
        await extendWaitingOrders(deps);
      }
      expect((await read(one.id)).expiresAt).toBe(one.createdAt + HOUR_MS);
      await expireOrders(deps);
      expect(await read(one.id)).toMatchObject({ status: 'expired', reason: 'card_not_checked' });
      // Without a submitted card the next order waits for its customer
      const later = await order(CARD, { visitor });
      await deps.db.run(sql`delete from card_verifications where user_id = ${customer.id}`);
      await world.pass(10 * MINUTE_MS);
      await extendWaitingOrders(deps);
      expect((await read(later.id)).expiresAt).toBe(later.expiresAt);
      await world.pass(HOUR_MS);
      await expireOrders(deps);
      expect(await read(later.id)).toMatchObject({ status: 'expired', reason: 'card_not_shown' });
    },
  );
});

describe('the queue of card checks', () => {
  test('notifies the office at once; a card is listed, claimed and released', async () => {
    const made = await order();
    let id = '';
    const hear = async (work: () => Promise<unknown>) => await channelsNotified(world, work);
    expect(await hear(async () => (id = await shown(made.id)))).toContain('card_checks_changed');
    expect(await hear(async () => await masha?.send('POST', `${CARDS}/${id}/take`, {}))).toContain('card_checks_changed');
    expect(await hear(async () => await masha?.send('POST', `${CARDS}/${id}/give_back`, {}))).toContain('card_checks_changed');
    expect(await hear(async () => await masha?.send('POST', `${CARDS}/${id}/take`, {}))).toContain('card_checks_changed');
    expect(await hear(async () => await masha?.send('POST', `${CARDS}/${id}/accept`, {}))).toContain('card_checks_changed');
  });

  test('two verifiers never claim the same card, and it is decided once; other roles cannot see it', async () => {
    const one = await order();
    const id = await shown(one.id);
    // Of two cards submitted at the same moment either may be next
    await world.pass(SECOND_MS);
    const other = await shown((await order(OTHER)).id, { card: OTHER });
    const next = async (who?: Person) => (await who?.send<CardCheckDetailAttributes>('POST', `${CARDS}/next`, {}))?.one;
    const [a, b] = await Promise.all([next(masha), next(oleg)]);
    expect(a?.id).not.toBe(b?.id);
    expect((await next(masha))?.id).toBe(a?.id);
    const [hers, his] = a?.id === id ? [masha, oleg] : [oleg, masha];
    expect((await his?.send('POST', `${CARDS}/${id}/accept`, {}))?.error.code).toBe('order_state_conflict');
    expect((await his?.send('POST', `${CARDS}/${id}/take`, {}))?.error.code).toBe('lease_held');
    const words = await Promise.all([
      hers?.send('POST', `${CARDS}/${id}/accept`, {}),
      hers?.send('POST', `${CARDS}/${id}/reject`, { reason: 'expired' }),
    ]);
    expect(words.map((answer) => String(answer?.status)).toSorted()).toEqual(['200', '409']);
    // A verifier without heartbeats loses the card
    await world.pass(3 * MINUTE_MS);
    expect((await hers?.send('POST', `${CARDS}/${other}/take`, {}))?.status).toBe(200);
    const calls = [
      ['GET', CARDS],
      ['POST', `${CARDS}/next`],
      ['GET', `${CARDS}/${other}`],
      ['GET', `${CARDS}/${other}/picture`],
      ['POST', `${CARDS}/${other}/reveal`],
      ['POST', `${CARDS}/${other}/accept`],
    ] as const;
    for (const [method, url] of calls) {
      expect((await cashier?.send(method, url, method === 'POST' ? {} : undefined))?.status, `${method} ${url}`).toBe(403);
      expect((await office.guest.send(method, url, method === 'POST' ? {} : undefined)).status).toBe(401);
    }
  });

  test('a photo is stored encrypted, every view is audited, and after its retention its key and file are deleted (R43)', async () => {
    const one = await order(OTHER);
    const id = await shown(one.id, { card: OTHER });
    const { key } = await deps.db.one(as<{ key: string }>(), sql`select picture_key as key from card_verifications where id::text = ${id}`);
    const stored = await deps.files.get(key);
    expect([stored?.includes('Ivan Petrov'), stored?.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))]).toEqual([false, false]);
    await oleg?.send('POST', `${CARDS}/${id}/take`, {});
    // Its headers alone disclose nothing, and are not audited
    expect(await oleg?.send('HEAD', `${CARDS}/${id}/picture`)).toMatchObject({ status: 200, raw: Buffer.alloc(0) });
    const seen = await oleg?.send('GET', `${CARDS}/${id}/picture`);
    expect(await sharp(seen?.raw).metadata()).toMatchObject({ format: 'jpeg', width: 80 });
    expect(seen?.raw.includes('Ivan')).toBe(false);
    expect(seen?.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'image/jpeg' });
    expect((await oleg?.send('POST', `${CARDS}/${id}/reveal`, {}))?.one.attributes).toEqual({ card_number: OTHER });
    expect((await masha?.send('POST', `${CARDS}/${id}/reveal`, {}))?.error.code).toBe('order_state_conflict');
    await oleg?.send('POST', `${CARDS}/${id}/accept`, {});
    expect(await audits(id)).toEqual(['card.take', 'card.view', 'card.reveal', 'card.accept']);
    // No part of the number is stored in the database in plain text
    const rows = await deps.db.many(
      as<{ text: string }>(),
      sql`select row_to_json(t)::text as text from card_verifications t union all select detail::text from audit_log`,
    );
    expect(rows.filter(({ text }) => text.includes(OTHER) || text.includes(CARD))).toEqual([]);
    await world.pass(CARD_PICTURE_RETENTION_MS - MINUTE_MS);
    await erasePictures(deps);
    expect(await deps.files.get(key)).toBeDefined();
    await world.pass(2 * DAY_MS);
    expect(await auditPictures(deps)).toHaveLength(1);
    await erasePictures(deps);
    const proof = await deps.db.one(
      as<{ secret: null; erased: boolean; gone: boolean }>(),
      sql`select picture_secret_sealed as secret, picture_erased_at is not null as erased, picture_gone_at is not null as gone
        from card_verifications where id::text = ${id}`,
    );
    expect([proof, await deps.files.get(key), await auditPictures(deps)]).toEqual([
      { secret: null, erased: true, gone: true },
      undefined,
      [],
    ]);
    expect((await oleg?.send('GET', `${CARDS}/${id}/picture`))?.status).toBe(404);
  });
});
