import { setTimeout as sleep } from 'node:timers/promises';
import { orderNumber } from '#core/order/number.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficeReviewAttributes } from '#contract/office/customers/reviews.ts';
import type { OrderReviewAttributes, ReviewAttributes, ReviewSummaryAttributes } from '#contract/public/reviews.ts';
import type { Order } from '#core/order/order.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { sql, type Tx } from '#server/platform/db/db.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { channelsNotified } from '#tests/make/channels-notified.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { INVITE_TO_REVIEW, REVIEW_EMAIL, reviewEmails } from './review-emails.ts';
import { officeReviewRoutes } from './office-routes.ts';
import { reviewRoutes } from './routes.ts';
import { reviewLinkOf } from './review-access.ts';

/** Polls until the condition holds; the test's timeout ends it. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

const QUEUE = '/api/office/v1/reviews';

let world: World;
let office: Office;
let support: Person;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, [...reviewRoutes(world.deps), ...officeReviewRoutes(world.deps)]);
  support = await office.person('support', 'Sonya');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

/** An order that is paid and paid out. */
async function completed(email = 'reviewer@example.org'): Promise<Order> {
  const made = await world.order({ email });
  await world.deposit(made);
  await world.drain();
  const order = await world.read(made.id);
  expect(order.status).toBe('completed');
  return order;
}

const keyOf = (order: Order) => new URL(reviewLinkOf(world.deps, order)).searchParams.get('key') ?? '';
const pathOf = ({ id }: Pick<Order, 'id'>) => `/api/v1/orders/${id}/review`;
const write = async (order: Order, attributes: object, key = keyOf(order)) =>
  await office.guest.send<OrderReviewAttributes>('PUT', pathOf(order), { text: '', version: 0, key, ...attributes });
const summary = async () => (await office.guest.send<ReviewSummaryAttributes>('GET', '/api/v1/review_summary')).one.attributes;
const queued = async (query: string) => (await support.send<OfficeReviewAttributes>('GET', `${QUEUE}?${query}`)).rows;
const decide = async (id: string, attributes: object, person = support) =>
  await person.send<OfficeReviewAttributes>('POST', `${QUEUE}/${id}/decide`, attributes);
const mailsOf = async (id: string) =>
  await world.deps.db.many(
    as<{ topic: string; version: number; due_at: Date }>(),
    sql`select topic, version, due_at from mail_news where kind = ${REVIEW_EMAIL} and subject = ${id}`,
  );

test('an order has one review, by a person with access to it or an invitation, and only once it is completed', async () => {
  const early = await world.order();
  expect((await write(early, { rating: 5 })).error.code).toBe('order_state_conflict');
  const order = await completed();
  const other = await completed();
  // Another order's key, no key and another account's session: not found for each
  for (const key of [keyOf(other), '', 'x']) expect((await write(order, { rating: 1 }, key)).status).toBe(404);
  expect((await (await office.person('customer')).send('GET', pathOf(order))).status).toBe(404);
  expect((await write(order, { text: 'ok' })).error).toMatchObject({ code: 'required', source: { pointer: '/data/attributes/rating' } });
  const many = await Promise.all(Array.from({ length: 20 }, async (_, i) => await write(order, { rating: 5, text: `the ${i}th` })));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(many.filter(({ status }) => status === 409)).toHaveLength(19);
  const count = await world.deps.db.one(
    as<{ count: number }>(),
    sql`select count(*)::int as count from reviews where order_id = ${order.id}`,
  );
  expect(count).toEqual({ count: 1 });
  const token = { 'order-token': orderTokenOf(world.deps, order.id) };
  expect((await office.guest.send<OrderReviewAttributes>('GET', pathOf(order), undefined, token)).one.attributes).toMatchObject({
    state: 'pending',
    version: 1,
    rating: 5,
  });
});

test('the average counts published reviews; an operator publishes or declines a text and cannot change it', async () => {
  const before = await summary();
  const [happy, unhappy] = [await completed('happy@example.org'), await completed('unhappy@example.org')];
  expect((await write(happy, { rating: 5 })).one.attributes.state).toBe('published');
  const reviewText = `Долго! Карта 4276 3800 1234 5678\n<script>alert(1)</script>`;
  expect((await write(unhappy, { rating: 1, text: reviewText, name: ' Анна <b> ' })).one.attributes.state).toBe('pending');
  expect((await summary()).count).toBe(before.count + 1);
  expect((await queued(`q=${orderNumber(unhappy.id)}`)).map(({ attributes }) => attributes.order_id)).toContain(unhappy.id);
  const [one] = await queued(`q=${unhappy.id}`);
  expect(one?.attributes).toMatchObject({ text: reviewText, name: 'Анна <b>', order_id: unhappy.id, next: ['published', 'declined'] });
  expect(one?.attributes.shown_text).toContain('Карта •••');
  const id = one?.id ?? '';
  expect((await decide(id, { decision: 'declined', version: 1 })).error).toMatchObject({ code: 'required' });
  expect((await decide(id, { decision: 'declined', reason: 'negative', version: 1 })).status).toBe(422);
  expect((await decide(id, { decision: 'published', version: 1 }, await office.person('cashier'))).status).toBe(403);
  const both = await Promise.all([
    decide(id, { decision: 'published', version: 1 }),
    decide(id, { decision: 'declined', reason: 'insults', version: 1 }),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  if (both[0]?.status !== 200) await decide(id, { decision: 'published', version: 2 });
  const { rows } = await office.guest.send<ReviewAttributes>('GET', '/api/v1/reviews?rating=1');
  expect(rows[0]?.attributes).toMatchObject({ text: 'Долго! Карта •••\n<script>alert(1)</script>', name: 'Анна <b>', answer: null });
  expect(await summary()).toMatchObject({ count: before.count + 2, average: '3.0' });
  // A rewritten review is moderated again; a withdrawn one is deleted
  const { version } = (await office.guest.send<OrderReviewAttributes>('GET', `${pathOf(unhappy)}?key=${keyOf(unhappy)}`)).one.attributes;
  expect((await write(unhappy, { rating: 2, text: 'Так', version })).one.attributes.state).toBe('pending');
  expect((await summary()).average).toBe('5.0');
  expect((await decide(id, { decision: 'declined', reason: 'off_topic', text: 'О другом', version: version + 1 })).status).toBe(200);
  expect((await summary()).declined).toEqual([{ reason: 'off_topic', count: 1 }]);
  const emails = reviewEmails({ ...world.deps, t: createTranslate() });
  const news = (await mailsOf(unhappy.id))[0];
  expect(news?.topic).toBe('declined');
  const email = await emails.compose({
    kind: REVIEW_EMAIL,
    subject: unhappy.id,
    version: version + 2,
    topic: 'declined',
    isPaid: false,
  });
  expect(email).toMatchObject({ to: 'unhappy@example.org', choice: 'reviews' });
  expect(JSON.stringify(email)).toContain('О другом');
  const gone = await office.guest.send<OrderReviewAttributes>('DELETE', `${pathOf(unhappy)}?key=${keyOf(unhappy)}`);
  expect(gone.one.attributes).toMatchObject({ state: 'withdrawn', text: '', name: null });
  expect((await summary()).declined).toEqual([]);
  const auditRows = await world.deps.db.many(
    as<{ action: string }>(),
    sql`select action from audit_log where subject_type = 'review' and subject_id = ${unhappy.id} order by at`,
  );
  expect(auditRows.at(-1)?.action).toBe('review.declined');
});

test('reviews and their summary can be filtered by direction, by either side or both', async () => {
  const order = await completed('direction@example.org');
  await write(order, { rating: 2 });
  const { incomeCode: from, outcomeCode: to } = order;
  const read = async (query: string) => {
    const listed = await office.guest.send<ReviewAttributes>('GET', `/api/v1/reviews?${query}`);
    const publicSummary = (await office.guest.send<ReviewSummaryAttributes>('GET', `/api/v1/review_summary?${query}`)).one.attributes;
    expect(publicSummary.count).toBe(listed.meta['total']);
    return publicSummary;
  };
  const all = await summary();
  expect(all.count).toBeGreaterThan(0);
  // This shop exchanges one way
  for (const query of [`payment_system_from_id=${from}&payment_system_to_id=${to.toLowerCase()}`, `payment_system_to_id=${to}`])
    expect(await read(query)).toEqual(all);
  const none = { count: 0, average: null, declined: [] };
  for (const query of [
    `payment_system_from_id=${to}&payment_system_to_id=${from}`,
    `payment_system_from_id=${to}`,
    'payment_system_to_id=X',
  ])
    expect(await read(query)).toMatchObject(none);
});

test('every version of the shop’s answer is stored, and the author is notified once', async () => {
  const order = await completed('answered@example.org');
  await write(order, { rating: 4, text: 'Хорошо' });
  const [one] = await queued(`q=${order.id}`);
  const id = one?.id ?? '';
  const answer = async (text: string, version: number) =>
    await support.send<OfficeReviewAttributes>('POST', `${QUEUE}/${id}/answer`, { text, version });
  expect((await answer('Спасибо', 1)).error.code).toBe('order_state_conflict');
  await decide(id, { decision: 'published', version: 1 });
  expect((await answer('Спасибо', 2)).status).toBe(200);
  expect((await answer('Поздно', 2)).error.code).toBe('edit_conflict');
  const changed = await answer('Спасибо!', 3);
  expect(changed.one.attributes.answers.map(({ text, by }) => [text, by])).toEqual([
    ['Спасибо!', 'Sonya'],
    ['Спасибо', 'Sonya'],
  ]);
  const shown = async () =>
    (await office.guest.send<ReviewAttributes>('GET', '/api/v1/reviews?rating=4')).rows.map(({ attributes }) => attributes.answer?.text);
  expect(await shown()).toEqual(['Спасибо!']);
  expect((await mailsOf(order.id)).map(({ topic }) => topic)).toEqual(['answered']);
  await answer('', 4);
  expect(await shown()).toEqual([undefined]);
  // An answer to an earlier text is not shown with a new one
  await answer('Рады!', 5);
  await world.pass(1000);
  expect((await write(order, { rating: 4, version: 6 })).status).toBe(200);
  expect(await shown()).toEqual([undefined]);
  expect((await answer('Рады!', 7)).status).toBe(200);
  expect(await shown()).toEqual(['Рады!']);
});

test('every customer with a completed order is invited some hours later, once a week at most, unless it is reviewed', async () => {
  const order = await completed('Invited+1@example.org');
  const [news] = await mailsOf(order.id);
  expect(news).toMatchObject({ topic: 'invited' });
  expect((news?.due_at.getTime() ?? 0) - world.deps.clock.now()).toBeGreaterThan(2 * HOUR_MS);
  expect(await mailsOf((await completed('invited@example.org')).id)).toEqual([]);
  const emails = reviewEmails({ ...world.deps, t: createTranslate() });
  const invitation = { kind: REVIEW_EMAIL, subject: order.id, version: 0, topic: 'invited', isPaid: false };
  const email = await emails.compose(invitation);
  expect(email?.email.button?.url).toBe(reviewLinkOf(world.deps, order));
  await write(order, { rating: 3 });
  expect(await emails.compose(invitation)).toBeUndefined();
  await world.deps.db.run(sql`update review_invitations set at = at - ${String(8 * DAY_MS)}::bigint * interval '1 millisecond'`);
  expect((await mailsOf((await completed('invited@example.org')).id))[0]?.topic).toBe('invited');
});

test('two orders of one mailbox that are completed at the same moment invite it once', async () => {
  const first = await world.order({ email: 'twice@example.org' });
  const second = await world.order({ email: 'Twice+2@example.org' });
  const Waiting = as<{ count: number }>();
  const waiting = sql`select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const complete = (order: Order, then: (tx: Tx) => Promise<void>) =>
    world.deps.db.tx(async (tx) => {
      const after = { ...order, status: 'completed' } as const;
      await INVITE_TO_REVIEW.onMoved?.(world.deps, tx, { before: order, after } as never);
      await then(tx);
    });
  let isSecondDone = false;
  await complete(first, async () => {
    // The first order is not committed yet: the second waits for it, or has already sent the invitation
    void complete(second, async () => undefined).then(() => (isSecondDone = true));
    await until(async () => isSecondDone || (await world.database.adminDb.one(Waiting, waiting)).count > 0);
  });
  await until(async () => isSecondDone);
  expect([...(await mailsOf(first.id)), ...(await mailsOf(second.id))]).toHaveLength(1);
});

test('the office is notified of a review that is written, decided and withdrawn', async () => {
  const order = await completed();
  const hear = async (work: () => Promise<unknown>) => await channelsNotified(world, work);
  expect(await hear(async () => await write(order, { rating: 2, text: 'slow' }))).toContain('reviews_changed');
  const [row] = await queued(`filter[q]=${order.id}`);
  const decided = async () =>
    await decide(row?.id ?? '', { decision: 'published', reason: null, text: null, version: row?.attributes.version });
  expect(await hear(decided)).toContain('reviews_changed');
  const takenBack = async () => await office.guest.send('DELETE', `${pathOf(order)}?key=${keyOf(order)}`);
  expect(await hear(takenBack)).toContain('reviews_changed');
});
