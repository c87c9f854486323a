import sharp from 'sharp';
import { sql } from '#server/platform/db/db.ts';
import { orderNumber } from '#core/order/number.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatMessageAttributes } from '#contract/public/chat.ts';
import type { ChatThreadAttributes, ChatThreadDetail } from '#contract/office/customers/chat.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import type { BotMessage } from '#server/telegram/handler.ts';
import { endLinksOfChat, insertLink, linksOfChat } from '#server/telegram/link-store.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { chequePdf } from '#tests/make/pdf.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { chatHandler, storeBotFile } from './bot-handler.ts';
import { cannedRoutes } from './canned-replies.ts';
import { CHAT_EMAIL, chatEmails } from './chat-emails.ts';
import { watchAllWork } from '#tests/make/watch-work.ts';
import { officeChatRoutes } from './office-routes.ts';
import { chatRoutes } from './routes.ts';

const MESSAGES = '/api/v1/chat/messages';
const INBOX = '/api/office/v1/chat_threads';

let world: World;
let deps: World['deps'];
let office: Office;
let anna: Person;
let boris: Person;
let auditor: Person;
let browsers = 0;

beforeAll(async () => {
  world = await createWorld();
  // The secret that the app encrypts its cookies with
  deps = { ...world.deps, secrets: createSecrets('a secret of tests, 32 characters') };
  office = await createOffice(world, [...chatRoutes({ ...deps, limits: noRateLimits }), ...officeChatRoutes(deps), ...cannedRoutes(deps)]);
  anna = await office.person('support', 'Анна Смирнова');
  boris = await office.person('support', 'Борис');
  auditor = await office.person('auditor');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

interface Browser {
  readonly say: (text: string, more?: object, headers?: Readonly<Record<string, string>>) => ReturnType<Person['send']>;
  readonly read: (
    orderId?: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly status: number; readonly texts: readonly (string | null)[]; readonly text: string }>;
  readonly cookie: string;
}

/** A browser with its own key, of a guest or a signed-in user. */
function browser(who: Person = office.guest, cookie = `guest=${String((browsers += 1)).padStart(22, 'k')}`): Browser {
  const cookies = who.id === '' ? cookie : `session=${who.id}; ${cookie}`;
  return {
    cookie,
    say: (text, more = {}, headers = {}) => who.send('POST', MESSAGES, { text, ...more }, { cookie: cookies, ...headers }),
    async read(orderId, headers = {}) {
      const url = orderId === undefined ? MESSAGES : `${MESSAGES}?order_id=${orderId}`;
      const answer = await who.send<ChatMessageAttributes>('GET', url, undefined, { cookie: cookies, ...headers });
      const texts = answer.status === 200 ? answer.rows.map(({ attributes }) => attributes.text) : [];
      return { status: answer.status, texts: texts, text: answer.raw.toString() };
    },
  };
}

const keyOf = (orderId: string) => ({ 'order-token': orderTokenOf(deps, orderId) });
const threads = async (query = 'list=all'): Promise<readonly { id: string; attributes: ChatThreadAttributes }[]> =>
  (await anna.send<ChatThreadAttributes>('GET', `${INBOX}?${query}`)).rows;
const detail = async (id: string, who = anna): Promise<ChatThreadDetail> =>
  (await who.send<ChatThreadDetail>('GET', `${INBOX}/${id}`)).one.attributes;
const answer = (who: Person, id: string, text: string, seen: number) =>
  who.send<ChatThreadDetail>('POST', `${INBOX}/${id}/messages`, { text, seen });
const threadOf = async (text: string): Promise<string> => (await threads(`list=all&q=${encodeURIComponent(text)}`))[0]?.id ?? '';

describe('access to threads', () => {
  test('an order’s thread is readable with that order’s key only', async () => {
    const [first, second] = [await world.order(), await world.order()];
    const phone = browser();
    expect((await phone.say('где деньги', { order_id: first.id }, keyOf(first.id))).status).toBe(201);
    expect((await threads(`list=all&q=${orderNumber(first.id)}`)).map(({ attributes }) => attributes.order_id)).toEqual([first.id]);
    expect((await phone.say('общий вопрос')).status).toBe(201);
    // Another device with the link of the same order
    expect((await browser().read(first.id, keyOf(first.id))).texts).toEqual(['где деньги']);
    // The key of the other order: neither this thread nor that browser's own
    const holder = browser();
    expect((await holder.read(first.id, keyOf(second.id))).status).toBe(404);
    expect((await holder.read(second.id, keyOf(second.id))).texts).toEqual([]);
    expect((await holder.say('чужое', { order_id: first.id }, keyOf(second.id))).status).toBe(404);
    expect((await holder.read()).texts).toEqual([]);
    expect((await phone.read()).texts).toEqual(['общий вопрос']);
    // A visitor without any key
    expect((await office.guest.send('POST', MESSAGES, { text: 'x' })).error.code).toBe('not_authenticated');
  });

  test('signing in merges the browser’s thread into the account’s, once, and the browser keeps nothing', async () => {
    const person = await office.person('customer', 'Клиент');
    const guest = browser();
    await guest.say('до входа');
    const signedIn = browser(person, guest.cookie);
    const elsewhere = browser(person);
    const [mixed] = await Promise.all([
      signedIn.say('после входа'),
      signedIn.read(),
      elsewhere.say('с другого устройства'),
      signedIn.read(),
    ]);
    expect(mixed.status).toBe(201);
    expect(new Set((await signedIn.read()).texts)).toEqual(new Set(['до входа', 'после входа', 'с другого устройства']));
    expect((await guest.read()).texts).toEqual([]);
    const own = sql`select count(*)::int as count from chat_threads where user_id = ${person.id}`;
    expect((await deps.db.one(as<{ count: number }>(), own)).count).toBe(1);
  });
});

describe('a message', () => {
  test('is accepted once per key, as plain text, within its length and rate limits', async () => {
    const one = browser();
    const key = { 'idempotency-key': 'a-key-of-one-message-1' };
    const [first, again] = [await one.say('раз', {}, key), await one.say('раз', {}, key)];
    expect([first.status, again.status, first.one.id]).toEqual([201, 201, again.one.id]);
    expect((await one.say(' \u0000\u202E ')).status).toBeGreaterThanOrEqual(400);
    expect((await one.say('x'.repeat(4_001))).error.code).toBe('too_long');
    expect((await one.say('я', { email: 'nobody' })).error.source?.pointer).toBe('/data/attributes/email');
    for (let sent = 1; sent < 20; sent += 1) await one.say(`${sent}`);
    const refused = await one.say('ещё');
    expect(refused).toMatchObject({ status: 429, error: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(200);
    expect((await browser().say('другой человек')).status).toBe(201);
    await world.pass(5 * MINUTE_MS + 1);
    expect((await one.say('ещё')).status).toBe(201);
  });

  test('a file is a re-encoded picture or a plain PDF, a download, and private to its thread', async () => {
    const [own, foreign] = [browser(), browser()];
    const send = async (bytes: Buffer, name: string) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)]), name);
      form.set('text', '');
      const request = new Request('http://x', { method: 'POST', body: form });
      const answered = await office.test.app.inject({
        method: 'POST',
        url: '/api/v1/chat/files',
        headers: { 'site-locale': 'ru', cookie: own.cookie, 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      return { status: answered.statusCode, data: answered.json<{ data?: { attributes: ChatMessageAttributes } }>().data };
    };
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#357' } })
      .withExif({ IFD0: { Copyright: 'Ivan Petrov' } })
      .png()
      .toBuffer();
    const sent = await send(photo, '../../x.svg');
    expect(sent.data?.attributes.file?.media_type).toBe('image/jpeg');
    const url = `/api/v1/chat/files/${sent.data?.attributes.file?.id ?? ''}`;
    const get = (cookie: string) => office.guest.send('GET', url, undefined, { cookie });
    const shown = await get(own.cookie);
    expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' } });
    expect(shown.headers['content-disposition']).toMatch(/^attachment; /);
    expect(shown.headers['content-security-policy']).toContain('sandbox');
    expect(shown.raw.includes('Ivan Petrov')).toBe(false);
    expect((await get(foreign.cookie)).status).toBe(404);
    expect((await send(await chequePdf(['paid']), 'cheque.pdf')).data?.attributes.file?.media_type).toBe('application/pdf');
    expect((await send(Buffer.from('<svg onload=alert(1)>'), 'a.jpg')).status).toBe(422);
    expect(
      (await send(Buffer.concat([await chequePdf(['x']), Buffer.from('/OpenAction << /S /JavaScript /JS (x) >> %%EOF')]), 'a.pdf')).status,
    ).toBe(422);
    const fileId = url.split('/').at(-1) ?? '';
    expect((await auditor.send('GET', `/api/office/v1/chat_files/${fileId}`)).status).toBe(200);
  });
});

describe('the inbox', () => {
  test('an answer is sent to the customer, a note is not; of two simultaneous answers the second is refused', async () => {
    const one = browser();
    await one.say('вопрос о сроках, карта 4111 1111 1111 1111', { email: 'guest@example.org' });
    const id = await threadOf('вопрос о сроках');
    const requested = await detail(id);
    expect(requested).toMatchObject({ state: 'waiting', customer: 'guest@example.org', is_proven: false, answers_by: ['mail'] });
    expect(requested.messages[0]?.text).toContain('411111******1111');
    const noted = await anna.send<ChatThreadDetail>('POST', `${INBOX}/${id}/notes`, { text: 'похоже на мошенника' });
    expect(noted.one.attributes.notes).toMatchObject([{ text: 'похоже на мошенника' }]);
    await world.pass(20 * MINUTE_MS);
    const [first, second] = [
      await answer(anna, id, 'через час', requested.last_nr),
      await answer(boris, id, 'через два', requested.last_nr),
    ];
    expect(first.one.attributes).toMatchObject({ state: 'answered', is_mine: true, due_at: null });
    expect(second).toMatchObject({ status: 409, error: { code: 'edit_conflict' } });
    expect((await one.read()).texts).toEqual(['вопрос о сроках, карта 4111 1111 1111 1111', 'через час']);
    const exported = (await one.read()).text;
    expect(exported).toContain('Анна');
    expect(exported).not.toMatch(/Смирнова|мошенник/);
    expect((await auditor.send('POST', `${INBOX}/${id}/messages`, { text: 'x', seen: 0 })).status).toBe(403);
    // By mail, as the customer has not looked: the answer, and a link to this thread only
    const email = await chatEmails(deps).compose({ kind: CHAT_EMAIL, subject: id, version: 1, topic: 'answered', isPaid: false });
    expect(email).toMatchObject({ to: 'guest@example.org', email: { lead: 'через час' } });
    const link = new URL(email?.line.url ?? '');
    const opened = await office.guest.send('POST', '/api/v1/chat/links', {
      thread: link.searchParams.get('thread'),
      key: link.searchParams.get('key'),
    });
    const other = browser(office.guest, String(opened.headers['set-cookie']).split(';')[0]);
    expect((await other.read()).texts).toHaveLength(2);
    expect((await office.guest.send('POST', '/api/v1/chat/links', { thread: id, key: 'x' })).status).toBe(404);
    await office.guest.send('POST', '/api/v1/chat/read', { nr: 1_000_000 }, { cookie: one.cookie });
    expect(await chatEmails(deps).compose({ kind: CHAT_EMAIL, subject: id, version: 1, topic: 'answered', isPaid: false })).toBeUndefined();
  });

  test('a message can be withdrawn within a minute; a thread is assigned and closed only in the version that was seen', async () => {
    const one = browser();
    await one.say('ещё вопрос');
    const id = await threadOf('ещё вопрос');
    const { last_nr: seen } = await detail(id);
    const mine = (await answer(anna, id, 'не тому', seen)).one.attributes.messages.at(-1);
    const withdraw = async () => (await anna.send('POST', `${INBOX}/${id}/messages/${mine?.id}/withdraw`)).status;
    expect(await withdraw()).toBe(200);
    const actions = await world.deps.db.many(
      as<{ action: string }>(),
      sql`select action from audit_log where subject_id = ${id} order by at`,
    );
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['chat.assign', 'chat.answer', 'chat.withdraw']));
    expect((await one.read()).texts).toEqual(['ещё вопрос', null]);
    expect(await withdraw()).toBe(409);
    const assign = async (to: string | null, from: string | null) =>
      (await anna.send('PUT', `${INBOX}/${id}/assignment`, { to, from })).status;
    const [a, b] = [anna.id, boris.id];
    expect([await assign(b, null), await assign(b, a), await assign(a, a), await assign(auditor.id, b)]).toEqual([409, 200, 409, 422]);
    const close = async (nr: number) => (await anna.send('POST', `${INBOX}/${id}/close`, { seen: nr })).status;
    await one.say('постойте');
    expect(await close(seen + 1)).toBe(409);
    expect(await close((await detail(id)).last_nr)).toBe(200);
    await one.say('снова я');
    expect((await detail(id)).state).toBe('waiting');
  });

  test('a late answer raises an alarm that ends automatically; the usual waiting time is measured', async () => {
    const open = sql`select 1 as one from incidents where kind = 'support_late' and closed_at is null`;
    const incident = async () => (await deps.db.many(as<object>(), open)).length;
    await browser().say('срочно');
    const id = await threadOf('срочно');
    const due = Date.parse((await detail(id)).due_at ?? '');
    await world.pass(due - deps.clock.now() + HOUR_MS);
    await watchAllWork(deps);
    expect(await incident()).toBe(1);
    for (const { id: waiting, attributes } of await threads('list=waiting')) await answer(anna, waiting, 'ответ', attributes.last_nr);
    await watchAllWork(deps);
    expect(await incident()).toBe(0);
  });

  test('a canned reply may use known variables only', async () => {
    const CANNED = '/api/office/v1/canned_replies';
    const template = { title: 'Сроки', text_ru: '{name}, заявка {order} в работе', text_en: '{name}, order {order} is on its way' };
    const wrong = await anna.send('POST', CANNED, { ...template, text_en: '{sum}' });
    expect(wrong.error.source?.pointer).toBe('/data/attributes/text_en');
    const saved = await anna.send('POST', CANNED, template);
    const change = async (version: number) => (await boris.send('PUT', `${CANNED}/${saved.one.id}`, { ...template, version })).status;
    expect([saved.status, await change(1), await change(1)]).toEqual([201, 200, 409]);
    expect((await auditor.send('DELETE', `${CANNED}/${saved.one.id}`)).status).toBe(403);
  });
});

const saidIn = async (chat: string): Promise<string[]> =>
  (await deps.db.many(as<{ body: string }>(), sql`select body from telegram_messages where chat_id = ${chat}`)).map(({ body }) => body);
let updates = 7;
/** The next update of the bot, with a text message. */
async function hear(chat: string, text: string, file: BotMessage['file'] = null): Promise<BotMessage> {
  const links = await linksOfChat(deps.db, chat);
  const message: BotMessage = { updateId: (updates += 1), chat, command: null, text, file, locale: 'ru', links, at: deps.clock.now() };
  await deps.db.tx(async (tx) => await chatHandler(deps).handle(tx, message));
  return message;
}

test('messages to the bot arrive in the same inbox once, and the answer is sent by the bot', async () => {
  const message = await hear('900', 'пишу из телеграма');
  await deps.db.tx(async (tx) => await chatHandler(deps).handle(tx, message));
  const id = await threadOf('пишу из телеграма');
  const talk = await detail(id);
  expect(talk).toMatchObject({ source: 'telegram', answers_by: ['telegram'] });
  expect(talk.messages).toHaveLength(1);
  await answer(anna, id, 'ответ в телеграм', talk.last_nr);
  expect(await saidIn('900')).toContain('ответ в телеграм');
  // Withdrawn before the bot has sent it
  const wrong = (await answer(anna, id, 'не тому', (await detail(id)).last_nr)).one.attributes.messages.at(-1);
  await anna.send('POST', `${INBOX}/${id}/messages/${wrong?.id}/withdraw`);
  expect(await saidIn('900')).not.toContain('не тому');
});

test('a chat that is linked to an account gives it no earlier messages, and receives its answers while linked', async () => {
  const person = await office.person('customer', 'Чужой');
  await hear('901', 'моя карта и всё о ней');
  const owner = { userId: person.id, orderId: null };
  const now = deps.clock.now();
  await deps.db.tx(async (tx) => await insertLink(tx, { id: deps.random.uuid(), chat: '901', owner, locale: 'ru', now }));
  await hear('901', 'пишу со связью');
  expect((await browser(person).read()).texts).toEqual(['пишу со связью']);
  const id = await threadOf('пишу со связью');
  const { last_nr: seen, answers_by: by } = await detail(id);
  expect(by).toEqual(['telegram']);
  await answer(anna, id, 'пока связан', seen);
  await deps.db.tx(async (tx) => await endLinksOfChat(tx, '901', 'page', deps.clock.now()));
  expect((await detail(id)).answers_by).not.toContain('telegram');
  await answer(anna, id, 'уже не связан', (await detail(id)).last_nr);
  const botTexts = await saidIn('901');
  expect(botTexts).toContain('пока связан');
  expect(botTexts).not.toContain('уже не связан');
});

const multipart = async (fields: Readonly<Record<string, string>>, bytes: Buffer) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), 'x');
  const request = new Request('http://x', { method: 'POST', body: form });
  return { payload: Buffer.from(await request.arrayBuffer()), type: request.headers.get('content-type') ?? '' };
};

test('an operator’s file reaches the page, the bot and the mail only; files sent to the bot are checked as on the site', async () => {
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#753' } })
    .png()
    .toBuffer();
  const keep = storeBotFile(deps);
  expect(await keep(Buffer.from('<svg onload=alert(1)>'), '950')).toEqual({ outcome: 'wrong_type' });
  await hear('950', '', { outcome: 'wrong_type' });
  expect(await threads(`list=all&q=${encodeURIComponent('от бота с файлом')}`)).toEqual([]);
  await hear('950', 'от бота с файлом', await keep(photo, '950'));
  const id = await threadOf('от бота с файлом');
  expect((await detail(id)).messages).toMatchObject([{ file: { media_type: 'image/jpeg' } }]);
  const send = async (who: Person, threadId: string, seen: number, bytes: Buffer, text = '') => {
    const { payload, type } = await multipart({ text, seen: String(seen) }, bytes);
    const headers = { cookie: `session=${who.id}`, 'site-locale': 'ru', 'content-type': type };
    const sent = await office.test.app.inject({ method: 'POST', url: `${INBOX}/${threadId}/files`, headers, payload });
    return { status: sent.statusCode, talk: sent.json<{ data?: { attributes: ChatThreadDetail } }>().data?.attributes };
  };
  const { last_nr: seen } = await detail(id);
  expect((await send(anna, id, seen, Buffer.from('GIF89a'))).status).toBe(422);
  expect((await send(auditor, id, seen, photo)).status).toBe(403);
  expect((await send(anna, id, seen, photo)).talk?.messages.at(-1)).toMatchObject({ text: '', file: { media_type: 'image/jpeg' } });
  expect((await send(boris, id, seen, photo)).status).toBe(409);
  expect((await send(anna, id, seen, await chequePdf(['slip']), 'x'.repeat(2000))).status).toBe(200);
  const rows = sql`select body, file_name from telegram_messages where chat_id = '950' order by number desc limit 3`;
  const stored = await deps.db.many(as<{ body: string; file_name: string | null }>(), rows);
  expect(stored.map(({ body, file_name: name }) => [body.length > 1000 ? 'long' : body, name?.split('.')[1]])).toEqual([
    ['chat_letters.bot.file_from_support', 'pdf'],
    ['long', undefined],
    ['chat_letters.bot.file_from_support', 'jpg'],
  ]);
  // Withdrawn before the bot has sent it: neither text nor file
  const last = (await detail(id)).messages.at(-1);
  await anna.send('POST', `${INBOX}/${id}/messages/${last?.id}/withdraw`);
  expect((await deps.db.many(as<{ file_name: string | null }>(), rows))[0]?.file_name).toMatch(/jpg$/);
  // On the site, and in the mail to a customer who has not looked
  const guest = browser();
  await guest.say('жду снимок', { email: 'waits@example.org' });
  const waitingThread = await threadOf('жду снимок');
  await send(anna, waitingThread, (await detail(waitingThread)).last_nr, photo);
  const email = await chatEmails(deps).compose({
    kind: CHAT_EMAIL,
    subject: waitingThread,
    version: 1,
    topic: 'answered',
    isPaid: false,
  });
  expect(email?.email.lead).toBe('chat_letters.file');
  const file = (await detail(waitingThread)).messages.at(-1)?.file?.id ?? '';
  const get = async (cookie: string) => (await office.guest.send('GET', `/api/v1/chat/files/${file}`, undefined, { cookie })).status;
  expect([await get(guest.cookie), await get(browser().cookie)]).toEqual([200, 404]);
});
