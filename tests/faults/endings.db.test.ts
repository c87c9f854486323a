import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { type Ending, ENDINGS, endingOf } from '#core/order/ending.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { DAY_MS } from '#core/time.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { officeOrderRoutes } from '#server/desk/office-routes.ts';
import { statusEmailKind } from '#server/order-emails/order-emails.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { timelineMessage, stateMessages, tabTitleOf } from '#web/order/state-messages.ts';
import type { Order as PageOrder } from '#web/order/order.ts';

/** State and reason of an order that ended for each cause. */
const STANDING: Readonly<Record<Ending, readonly [OrderStatus, string | null]>> = {
  unpaid: ['expired', null],
  card_not_shown: ['expired', 'card_not_shown'],
  card_not_checked: ['expired', 'card_not_checked'],
  card_not_shown_again: ['expired', 'card_not_shown_again'],
  cancelled_by_customer: ['cancelled', null],
  called_off: ['cancelled', 'the bank asked us to'],
  no_requisites: ['cancelled', 'no_requisites'],
  card_rate_moved: ['cancelled', 'card_rate_moved'],
  declined: ['payment_failed', 'declined'],
  card_refused: ['rejected', 'card_someone_elses'],
  rejected: ['rejected', 'no transfer was found'],
};

/** Endings of orders without payment instructions: no message says that the transfer did not arrive. */
const NOT_ASKED_TO_PAY: readonly Ending[] = ['card_not_shown', 'card_not_checked', 'card_not_shown_again', 'card_refused', 'no_requisites'];

let world: World;
let office: Office;
let owner: Person;
beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeOrderRoutes(world.deps));
  owner = await office.person('owner');
});
afterAll(async () => {
  await office.close();
  await world.abandon();
});

const t = createTranslate();

async function ended(ending: Ending, locale: string): Promise<string> {
  const { id } = await world.order();
  const [status, reason] = STANDING[ending];
  await world.database.adminDb.run(sql`
    update orders set status = ${status}, reason = ${reason}, locale = ${locale}, expires_at = null where id = ${id}`);
  return id;
}

describe.each(['ru', 'en'] as const)('every ending is reported with its own cause, %s', (locale) => {
  const texts = { page: new Map<string, Ending>(), history: new Map<string, Ending>(), office: new Map<string, Ending>() };
  const expectUnique = (where: keyof typeof texts, words: string, ending: Ending) => {
    expect([where, words, texts[where].get(words)]).toEqual([where, words, undefined]);
    texts[where].set(words, ending);
  };

  it.each(ENDINGS)('%s', async (ending) => {
    const id = await ended(ending, locale);
    const { attributes } = await presentOrder(world.deps, world.deps.db, { order: await world.read(id), locale });
    expect(attributes.ending).toBe(ending);
    const page = { ...attributes, id } as unknown as PageOrder;
    const params = { income: '100 USDT', outcome: '1', name: 'x' };
    const words = stateMessages(page, null);
    const [title, next] = [t(locale, words.title, params), t(locale, words.next, params)];
    // A cause without its own text would show its key
    expect([title, next].filter((text) => /^[a-z_]+(\.[a-z_]+)+$/.test(text))).toEqual([]);
    expect(t(locale, tabTitleOf(page))).toBe(title);
    expectUnique('page', `${title} ${next}`, ending);
    expectUnique('history', t(locale, timelineMessage(page, page.status)), ending);

    const email = await statusEmailKind({ ...world.deps, t }).compose({
      kind: 'order',
      subject: id,
      version: 1,
      topic: attributes.status,
      isPaid: false,
    });
    const emailText = `${email?.email.heading} ${email?.email.lead}`;
    if (NOT_ASKED_TO_PAY.includes(ending))
      for (const text of [title, next, emailText]) expect(text).not.toMatch(/перевод|transfer|время на оплату|time to pay/i);
    if (ending === 'called_off' || ending === 'rejected') expect(emailText).toContain(STANDING[ending][1]);

    const row = (await owner.send<OfficeOrderAttributes>('GET', `/api/office/v1/orders/${id}`)).one.attributes;
    expect([row.ending, row.reason]).toEqual([ending, attributes.reason]);
    expectUnique('office', t(locale, `office.ending.${ending}`), ending);
  });

  it('all texts are different', () => {
    expect(Object.values(texts).map((words) => words.size)).toEqual([ENDINGS.length, ENDINGS.length, ENDINGS.length]);
  });
});

test.each([
  ['an order that waited for a card and was shown %s ends for that reason', null, 'card_not_shown'],
  ['a photo that nobody looked at', 'pending', 'card_not_checked'],
  ['a photo that was not accepted', 'rejected', 'card_not_shown_again'],
] as const)('an order that waited for a card and was shown %s ends for that', async (_name, state, ending) => {
  const { id } = await world.order();
  const at = new Date(world.deps.clock.now());
  await world.database.adminDb.run(sql`update orders set status = 'awaiting_verification', expires_at = ${at} where id = ${id}`);
  if (state !== null)
    await world.database.adminDb.run(sql`
      insert into card_verifications (id, order_id, card_fingerprint, card_masked, card_sealed, name, issuing_bank_id, state, created_at, reason,
        decided_at, picture_key, picture_secret_sealed)
      values (${randomUUID()}, ${id}, ${randomBytes(32)}, '2202', ${randomBytes(4)}, 'A B', 'sberbank', ${state}, ${at},
        ${state === 'rejected' ? 'blurred' : null}, ${state === 'rejected' ? at : null}, ${id}, ${randomBytes(4)})`);
  await world.pass(DAY_MS);
  await expireOrders(world.deps);
  const order = await world.read(id);
  expect([order.status, endingOf(order)]).toEqual(['expired', ending]);
});
