import { orderNumber } from '#core/order/number.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Order } from '#core/order/order.ts';
import { emailKinds } from '#tests/make/registries.ts';
import { sendDueNotices } from '#server/mails/notices/send-notices.ts';
import { saveQuietHours, saveNoticeSwitch } from '#server/mails/notices/notice-settings.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { ORDER_BROWSER_RETENTION_MS } from '#server/push/module.ts';
import { pushNotices } from '#server/push/notice-channel.ts';
import { pushKeys } from '#server/push/browsers.ts';
import { purgeOrderSubscriptions } from '#server/push/subscription-store.ts';
import { LINK_RETENTION_MS } from '#server/telegram/jobs.ts';
import { endLinksOfChat, insertLink, purgeLinks } from '#server/telegram/link-store.ts';
import type { NoticeOwner } from '#server/mails/notices/channel.ts';
import { telegramNotices } from '#server/telegram/send-messages.ts';
import { defaultSettings } from '#server/shop/shop.ts';
import { type PushStandIn, readVapid, startPushService } from '#tests/make/push-service.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { addSubscription, presentNoticeChannels } from './routes.ts';

let world: World;
let service: PushStandIn;
const t = createTranslate();

beforeAll(async () => {
  world = await createWorld();
  service = await startPushService();
});
afterAll(async () => {
  await service.close();
  await world.close();
});
beforeEach(async () => {
  service.pushed.length = 0;
  await world.deps.db.run(sql`delete from telegram_messages`);
  await world.deps.db.run(sql`delete from channel_notices`);
});

const deps = () => {
  const all = defaultSettings(t);
  return {
    ...world.deps,
    t,
    shop: { of: <S extends keyof typeof all>(section: S) => all[section] },
    settings: { ...world.deps.settings, webhookHosts: [service.host] },
  } as World['deps'];
};
const pass = async () =>
  await sendDueNotices({ ...deps(), emailKinds: emailKinds(deps()), channels: [telegramNotices(deps()), pushNotices(deps())] });
const noticeTexts = async () =>
  await world.deps.db.many(as<{ chat_id: string; body: string }>(), sql`select chat_id, body from telegram_messages order by number`);
const linkChat = async (chat: string, owner: NoticeOwner) =>
  await world.deps.db.tx(
    async (tx) => await insertLink(tx, { id: world.deps.random.uuid(), chat, owner, locale: 'ru', now: world.deps.clock.now() }),
  );
const addBrowser = async (owner: NoticeOwner, endpoint = service.subscription.endpoint) =>
  await world.deps.db.tx(
    async (tx) =>
      await addSubscription(deps(), tx, { owner, locale: 'ru', browser: { ...service.subscription, endpoint, name: 'Chrome' } }),
  );
const ofOrder = ({ id }: Order): NoticeOwner => ({ userId: null, orderId: id });
const person = async (email: string, isProven: boolean): Promise<string> => {
  const id = world.deps.random.uuid();
  await world.deps.db.run(sql`
    insert into users (id, email, role, locale, created_at, email_verified_at)
    values (${id}, ${email}, 'customer', 'ru', ${new Date(0)}, ${isProven ? new Date(0) : null})`);
  return id;
};
const complete = async (order: Order) => {
  await world.deposit(order);
  await world.drain();
  await world.pass(SECOND_MS);
};

test('a chat and a browser get an order’s notice with nothing that opens or pays anything', async () => {
  const order = await world.order();
  await linkChat('21', ofOrder(order));
  expect((await addBrowser(ofOrder(order))).ok).toBe(true);
  await complete(order);
  // Two concurrent processes send it once
  await Promise.all([pass(), pass()]);
  await pass();
  const [message, ...more] = await noticeTexts();
  expect(more).toEqual([]);
  expect(message?.body).toMatch(new RegExp(`^Выплатили [\\s\\S]+${orderNumber(order.id)}[\\s\\S]+/order/${order.id}$`));
  expect(message?.body).not.toMatch(/token|addr-/);
  const [push] = service.pushed;
  expect(service.pushed).toHaveLength(1);
  expect(push?.message).toMatchObject({
    title: expect.stringMatching(/^Выплатили/),
    url: expect.stringMatching(/\/order\/[^?]+$/),
    lang: 'ru',
  });
  expect(push?.headers).toMatchObject({ topic: push?.message['tag'], urgency: 'high', 'content-encoding': 'aes128gcm' });
  const { publicKey } = await pushKeys(deps(), world.deps.db);
  expect(readVapid(push?.headers.authorization ?? '', publicKey)).toMatchObject({ aud: `http://${service.host}` });
});

test('an unavailable push service is retried when it asks; an unknown subscription is ended', async () => {
  const order = await world.order();
  await addBrowser(ofOrder(order));
  await complete(order);
  service.answers.push({ status: 503, retryAfter: '120' });
  await pass();
  await world.pass(MINUTE_MS);
  await pass();
  expect(service.pushed).toHaveLength(0);
  await world.pass(MINUTE_MS + SECOND_MS);
  service.answers.push({ status: 410 });
  await pass();
  expect((await presentNoticeChannels(deps(), world.deps.db, ofOrder(order))).browsers).toEqual([]);
});

test('an endpoint that is no public push service is refused and never called', async () => {
  const order = await world.order();
  for (const endpoint of [
    'http://127.0.0.1:5432/x',
    'https://10.0.0.8/x',
    'https://localhost/x',
    'file:///etc/passwd',
    'https://a.internal/x',
  ])
    expect(await addBrowser(ofOrder(order), endpoint)).toMatchObject({ ok: false, refusals: [{ field: 'endpoint' }] });
  // A key that cannot encrypt would cause endless retries
  const given = { ...service.subscription, p256dh: 'A'.repeat(87), name: '' };
  const unsealable = await world.deps.db.tx(
    async (tx) => await addSubscription(deps(), tx, { owner: ofOrder(order), locale: 'ru', browser: given }),
  );
  expect(unsealable).toMatchObject({ ok: false, refusals: [{ field: 'p256dh' }] });
  // A public name that resolves to an internal address
  await addBrowser(ofOrder(order), 'https://push.example.com/x');
  await complete(order);
  await sendDueNotices({
    ...deps(),
    emailKinds: emailKinds(deps()),
    channels: [pushNotices({ ...deps(), resolve: async () => ['169.254.169.254'] })],
  });
  expect((await presentNoticeChannels(deps(), world.deps.db, ofOrder(order))).browsers).toEqual([]);
});

test('an account gets notices for its verified address, by its settings, and only urgent ones in quiet hours', async () => {
  const proven = await person('mine@example.com', true);
  const claimed = await person('other@example.com', false);
  await linkChat('31', { userId: proven, orderId: null });
  await linkChat('32', { userId: claimed, orderId: null });
  await world.order({ email: 'other@example.com' });
  const first = await world.order({ email: 'mine@example.com' });
  await pass();
  expect((await noticeTexts()).map(({ chat_id: chat }) => chat)).toEqual(['31']);
  await world.deps.db.run(sql`delete from telegram_messages`);
  const now = new Date(world.deps.clock.now());
  await saveNoticeSwitch(world.deps.db, { userId: proven, channel: 'telegram', event: 'completed', isOn: false }, now);
  await complete(first);
  await pass();
  expect(await noticeTexts()).toEqual([]);
  await saveNoticeSwitch(world.deps.db, { userId: proven, channel: 'telegram', event: 'completed', isOn: true }, now);
  const minute = new Date(world.deps.clock.now()).getUTCHours() * 60;
  await saveQuietHours(world.deps.db, proven, { from: minute, to: (minute + 180) % 1440, zone: 'UTC' });
  const second = await world.order({ email: 'mine@example.com' });
  await pass();
  expect(await noticeTexts()).toHaveLength(1);
  await complete(second);
  await pass();
  expect(await noticeTexts()).toHaveLength(1);
  await world.pass(180 * MINUTE_MS);
  await pass();
  expect((await noticeTexts()).at(-1)?.body).toMatch(/^Выплатили/);
});

test('ended chats and browsers of finished orders are deleted after 90 days, and nothing else', async () => {
  const [over, open] = [await world.order(), await world.order()];
  for (const order of [over, open]) await addBrowser(ofOrder(order), `http://${service.host}/push/kept-${order.id}`);
  await linkChat('31', ofOrder(over));
  await linkChat('32', ofOrder(over));
  await complete(over);
  await world.deps.db.tx(async (tx) => await endLinksOfChat(tx, '31', 'chat', world.deps.clock.now()));
  const rows = sql`select (select count(*)::int from telegram_links where order_id = any(${[over.id, open.id]}::text[])) as links,
    (select count(*)::int from push_subscriptions where order_id = any(${[over.id, open.id]}::text[])) as browsers`;
  const countAt = async (now: number) => {
    await purgeLinks(world.deps.db, now - LINK_RETENTION_MS);
    await purgeOrderSubscriptions(world.deps.db, now - ORDER_BROWSER_RETENTION_MS);
    return await world.deps.db.one(as<{ links: number; browsers: number }>(), rows);
  };
  expect(await countAt(world.deps.clock.now() + 89 * DAY_MS)).toEqual({ links: 2, browsers: 2 });
  expect(await countAt(world.deps.clock.now() + 91 * DAY_MS)).toEqual({ links: 1, browsers: 1 });
});
