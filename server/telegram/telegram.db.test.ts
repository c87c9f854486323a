import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { BOTS } from '#server/adapters/messengers/index.ts';
import type { NotifyUser } from '#server/sessions/record-security-event.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { as } from '#tests/make/rows.ts';
import { startTelegram, type TelegramStandIn } from '#tests/make/telegram-api.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import type { BotHandler, BotMessage } from './handler.ts';
import { listLinks, linksOfChat, consumeToken } from './link-store.ts';
import { helpHandler, linkHandlers, statusHandler } from './bot-commands.ts';
import { createBotRunner } from './run-bot.ts';
import { createSender, sendToChat } from './send-messages.ts';
import { makeStartLink, startTokenHash } from './chats.ts';
import type { NoticeOwner } from '#server/mails/notices/channel.ts';

let world: World;
let api: TelegramStandIn;
let handled: BotMessage[] = [];
/** A fault that the handler causes once, at the next message. */
let trouble: ((message: BotMessage) => void) | undefined;

beforeAll(async () => {
  world = await createWorld();
  api = await startTelegram();
});
afterAll(async () => {
  await api.close();
  await world.close();
});
beforeEach(() => {
  handled = [];
  trouble = undefined;
  api.sentMessages.length = 0;
});

const deps = () => ({ ...world.deps, t: createTranslate() });
const bot = () => BOTS.telegram({ token: api.token, apiUrl: api.url });

/** Stores its message in the transaction of the update, and replies. */
const listener: BotHandler = {
  name: 'listener',
  takes: ({ command }) => command === null,
  async handle(tx, message) {
    await sendToChat(deps(), tx, { chat: message.chat, text: `heard ${message.text}` });
    const stumble = trouble;
    trouble = undefined;
    stumble?.(message);
    handled.push(message);
    return true;
  },
};
const storeFile = (bytes: Buffer) =>
  Promise.resolve({ outcome: 'kept', id: 'x', key: bytes.toString(), type: 'application/pdf', size: bytes.length } as const);
const notifiedTopics: string[] = [];
const notifyUser: NotifyUser = (_tx, { topic }) => Promise.resolve(void notifiedTopics.push(topic));
const runner = () =>
  createBotRunner(deps(), {
    bot: bot(),
    handlers: [...linkHandlers({ ...deps(), notifyUser }), statusHandler(deps()), listener, helpHandler(deps())],
    storeFile,
  });
const speak = async () => {
  await createSender(deps(), bot()).sendDue();
  await createSender(deps(), bot()).sendDue();
};
const start = async (owner: NoticeOwner) => {
  const { url } = await world.deps.db.tx(async (tx) => await makeStartLink(deps(), tx, { owner, bot: api.username, locale: 'ru' }));
  expect(url).toMatch(/^https:\/\/t\.me\/razmen_test_bot\?start=[\w-]{32}$/);
  return url.split('=')[1] ?? '';
};
const ofOrder = async (): Promise<NoticeOwner & { orderId: string }> => ({ userId: null, orderId: (await world.order()).id });
const lastUpdates = async () => await world.deps.db.many(as<{ next_update: string }>(), sql`select next_update from telegram_bots`);

test('an update is handled once, after a crash before its transaction ended or before the next call confirmed it', async () => {
  api.write(11, 'first');
  const id = api.write(11, 'second');
  const dying = runner();
  trouble = ({ text }) => {
    if (text === 'first') throw new Error('the process dies here');
  };
  await dying.pollOnce();
  expect(handled).toEqual([]);
  expect(api.waiting()).toBe(2);
  await dying.stop();
  // The next process does both and dies before confirming them; a third one receives them again
  const second = runner();
  await second.pollOnce();
  await second.stop();
  await world.deps.db.run(sql`update telegram_bots set next_update = null`);
  api.write(11, 'third');
  const third = runner();
  await third.pollOnce();
  await third.stop();
  expect(handled.map(({ text, locale }) => [text, locale])).toEqual([
    ['first', 'en'],
    ['second', 'en'],
    ['third', 'en'],
  ]);
  expect(await lastUpdates()).toEqual([{ next_update: String(id + 2) }]);
  for (let i = 0; i < 3; i += 1) await speak();
  expect(api.sentMessages.map(({ text }) => text)).toEqual(['heard first', 'heard second', 'heard third']);
});

test('of two processes one polls; an update that always fails is skipped, and groups and bots are ignored', async () => {
  const [one, other] = [runner(), runner()];
  api.write(12, 'bad');
  trouble = () => {
    throw new Error('a bug');
  };
  await one.pollOnce();
  await other.pollOnce();
  expect(handled).toEqual([]);
  api.write(12, 'in a group', { chat: { id: -5, type: 'supergroup' } });
  api.write(12, 'a program', { from: { id: 12, is_bot: true } });
  api.write(12, 'good');
  const stumbles = () => (trouble = (message) => (message.text === 'bad' ? expect.fail('a bug') : undefined));
  stumbles();
  await one.pollOnce();
  stumbles();
  await one.pollOnce();
  expect(handled.map(({ text }) => text)).toEqual(['good']);
  await one.stop();
  await other.pollOnce();
  await other.stop();
});

test('a start link works once, also for concurrent uses, and for fifteen minutes', async () => {
  const whose = await ofOrder();
  const hash = startTokenHash(await start(whose));
  const now = world.deps.clock.now();
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => world.deps.db.tx(async (tx) => hash && (await consumeToken(tx, hash, now)))),
  );
  expect(taken.filter((one) => one !== undefined)).toEqual([{ owner: whose, locale: 'ru' }]);
  const late = await start(whose);
  await world.pass(16 * MINUTE_MS);
  api.write(13, `/start ${late}`);
  const listening = runner();
  await listening.pollOnce();
  await listening.stop();
  expect(await linksOfChat(world.deps.db, '13')).toEqual([]);
  await speak();
  expect(api.sentMessages.at(-1)?.text).toMatch(/was used or has expired/);
});

test('a chat is notified of an order until /stop, the page ends it, or the bot is blocked', async () => {
  const whose = await ofOrder();
  const listening = runner();
  api.write(14, `/start ${await start(whose)}`);
  await listening.pollOnce();
  expect(await listLinks(world.deps.db, whose)).toMatchObject([{ chat_id: '14', locale: 'ru', ended_at: null }]);
  api.write(14, '/stop@razmen_test_bot');
  await listening.pollOnce();
  expect(await listLinks(world.deps.db, whose)).toEqual([]);
  api.write(14, `/start ${await start(whose)}`);
  api.write(14, 'kept from a blocked chat');
  await listening.pollOnce();
  await listening.stop();
  api.moods.set('14', 'blocked');
  for (let i = 0; i < 3; i += 1) await speak();
  expect(await listLinks(world.deps.db, whose)).toMatchObject([{ chat_id: '14', ended_by: 'blocked' }]);
  api.moods.clear();
  await speak();
  expect(api.sentMessages.filter(({ chat }) => chat === '14')).toHaveLength(0);
});

test('the bot pauses for all chats when it is asked to wait, then sends in order', async () => {
  const say = async (text: string) => await world.deps.db.tx(async (tx) => await sendToChat(deps(), tx, { chat: '15', text }));
  await say('one');
  await say('two');
  api.moods.set('15', 5);
  const speaker = createSender(deps(), bot());
  await speaker.sendDue();
  api.moods.clear();
  await speaker.sendDue();
  expect(api.sentMessages).toEqual([]);
  await world.pass(6 * SECOND_MS);
  await speaker.sendDue();
  await speaker.sendDue();
  expect(api.sentMessages.map(({ text }) => text)).toEqual(['one', 'two']);
});

test('a file is fetched before it is handled; too large, missing and too many files are reported as such', async () => {
  const send = (change: object) => api.write(16, '', { text: undefined, ...change });
  const id = api.keep(Buffer.from('bytes of a photo'));
  send({ photo: [{ file_id: 'small' }, { file_id: id, file_size: 16 }], caption: '/stop is no command here' });
  send({ document: { file_id: id } });
  send({ document: { file_id: id, file_size: 11 * 1024 * 1024 } });
  send({ document: { file_id: 'gone' } });
  send({ voice: { file_id: id } });
  for (let i = 0; i < 7; i += 1) send({ photo: [{ file_id: id }] });
  const listening = runner();
  await listening.pollOnce();
  await listening.stop();
  expect(handled.map(({ text, file }) => [text, file?.outcome === 'kept' ? file.key : file?.outcome])).toEqual([
    ['/stop is no command here', 'bytes of a photo'],
    ['', 'bytes of a photo'],
    ['', 'too_large'],
    ['', 'not_fetched'],
    ['', undefined],
    ...Array.from({ length: 6 }, () => ['', 'bytes of a photo']),
    ['', 'too_many'],
  ]);
});

test('a message may have a file: a picture as a picture, everything else as a document', async () => {
  await world.deps.files.put('chat/x.jpg', Buffer.from('drawn'));
  const say = async (name: string, key: string) =>
    await world.deps.db.tx(async (tx) => await sendToChat(deps(), tx, { chat: '17', text: name, file: { key, name } }));
  await say('a.jpg', 'chat/x.jpg');
  await say('b.pdf', 'chat/x.jpg');
  await say('c.pdf', 'chat/swept.pdf');
  for (let i = 0; i < 3; i += 1) await speak();
  const file = (name: string, isPicture: boolean) => ({ chat: '17', text: name, file: { name, isPicture, bytes: Buffer.from('drawn') } });
  expect(api.sentMessages.filter(({ chat }) => chat === '17')).toEqual([
    file('a.jpg', true),
    file('b.pdf', false),
    { chat: '17', text: 'c.pdf' },
  ]);
});

test('/status describes only the linked orders, as their pages do; an account is notified of a newly linked chat', async () => {
  const [linked, other] = [await ofOrder(), await ofOrder()];
  const listening = runner();
  api.write(18, `/start ${await start(linked)}`);
  api.write(18, '/status');
  api.write(19, '/status');
  const userId = world.deps.random.uuid();
  await world.deps.db.run(sql`insert into users (id, email, role, locale) values (${userId}, 'linked@example.org', 'customer', 'ru')`);
  notifiedTopics.length = 0;
  api.write(20, `/start ${await start({ userId, orderId: null })}`);
  api.write(20, '/status');
  await listening.pollOnce();
  await listening.stop();
  for (let i = 0; i < 3; i += 1) await speak();
  const answers = (chat: string) => api.sentMessages.filter((one) => one.chat === chat).map(({ text }) => text);
  expect(answers('18').at(-1)).toContain(linked.orderId);
  expect(answers('18').at(-1)).toContain('Ожидание средств');
  expect(answers('18').at(-1)).not.toContain(other.orderId);
  expect(answers('18').at(-1)).not.toContain('token');
  expect(answers('19')).toEqual([expect.stringMatching(/Nothing is connected/)]);
  expect(answers('20').at(-1)).toBe('Заявок пока нет.');
  expect(notifiedTopics).toEqual(['telegram_linked']);
});
