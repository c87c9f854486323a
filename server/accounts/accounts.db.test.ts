import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#core/time.ts';
import { createRateLimits, noRateLimits } from '#server/platform/http/rate-limits.ts';
import { accountRoutes, sessionRoutes } from '#server/sessions/routes.ts';
import { sessionVisitors } from '#server/sessions/visitor.ts';
import { findIdentity, insertIdentity } from '#server/users/identities.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { accountEmails } from './account-emails.ts';
import { tokenOf } from './mail-token.ts';
import { isErased } from '#server/personal-data/erase-store.ts';
import { purgeAccounts } from './purge-accounts.ts';
import { userAccountRoutes } from './routes.ts';
import { findDisabledChoices, saveChoice } from '#server/mails/choices.ts';
import { MAIL_CHOICES } from '#core/mail/order-mails.ts';

const HEADERS = { 'content-type': 'application/vnd.api+json', 'site-locale': 'en' };
const PASSWORD = 'Correct horse 1';
const INJECTED = { notifyUser: async () => undefined, deleteNoticeChannels: async () => undefined, revokeApiAccess: async () => false };

let world: World;
let test_: TestApp;

beforeAll(async () => {
  world = await createWorld();
  const deps = { ...world.deps, limits: noRateLimits, ...INJECTED };
  const routes = [...sessionRoutes(deps), ...accountRoutes(deps), ...userAccountRoutes(deps)];
  test_ = await createTestApp(routes, { db: deps.db, clock: deps.clock, settings: deps.settings, authenticator: sessionVisitors(deps) });
});
afterAll(async () => {
  await test_.close();
  await world.close();
});

type ClientOptions = { readonly cookie?: string; readonly ip?: string };

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  attributes?: object,
  { cookie, ip = '10.0.0.1' }: ClientOptions = {},
) {
  const reply = await test_.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...HEADERS, ...(cookie === undefined ? {} : { cookie }) },
    remoteAddress: ip,
    ...(attributes === undefined ? {} : { payload: JSON.stringify(attributes) }),
  });
  const set = [reply.headers['set-cookie'] ?? []].flat().map(String);
  const session = set.find((line) => /^(?:__Host-)?session=./.test(line))?.split(';')[0];
  const body = reply.body === '' ? {} : reply.json();
  return {
    reply,
    status: reply.statusCode,
    session,
    attributes: body.data?.attributes,
    error: body.errors?.[0],
    errors: body.errors ?? [],
  };
}

const signUp = (email: string, fields: object = {}, given: ClientOptions = {}) =>
  send('POST', '/users', { email, password: PASSWORD, password_confirmation: PASSWORD, accept_terms: true, ...fields }, given);
const signIn = (email: string, password = PASSWORD) => send('POST', '/sessions', { email, password });
const me = async (cookie: string | undefined) => (await send('GET', '/sessions/current', undefined, { cookie: cookie ?? '' })).attributes;

/** The newest mail to this address as it would be written now; undefined: none. */
async function emailTo(email: string) {
  const news = await world.deps.db.maybe(
    as<{ subject: string; topic: string }>(),
    sql`select subject, topic from mail_news where kind = 'account' and recipient = ${email.toLowerCase()}
      order by changed_at desc, subject desc limit 1`,
  );
  if (news === undefined) return undefined;
  await world.deps.db.run(sql`delete from mail_news where kind = 'account' and recipient = ${email.toLowerCase()}`);
  const story = await accountEmails(world.deps).compose({ ...news, kind: 'account', version: 1, isPaid: false });
  return (
    story && {
      heading: story.email.heading,
      token: new URL(story.line.url).searchParams.get('token') ?? '',
      path: new URL(story.line.url).pathname,
    }
  );
}
const tokenTo = async (email: string): Promise<string> => (await emailTo(email))?.token ?? '';
const activate = (token: string, given: ClientOptions = {}) => send('PUT', '/users/activate', { token }, given);

describe('signing up', () => {
  test('signs in, and the mailed link verifies the address once', async () => {
    const made = await signUp('Anna@Example.com', { full_name: 'Анна Каренина', phone: '8 (916) 123-45-67', locale: 'ru' });
    expect(made.status).toBe(201);
    expect(made.attributes).toMatchObject({
      email: 'Anna@example.com',
      email_verified: false,
      full_name: 'Анна Каренина',
      phone: '+79161234567',
      locale: 'ru',
    });
    expect(made.reply.body).not.toMatch(/argon|Correct/);
    expect(await me(made.session)).toMatchObject({ email: 'Anna@example.com' });
    const token = await tokenTo('anna@example.com');
    const own = { cookie: made.session ?? '' };
    expect((await activate(token, own)).attributes).toMatchObject({ email_verified: true });
    expect((await activate(token, own)).error).toMatchObject({ status: '422', code: 'invalid_token' });
    expect(await me(made.session)).toMatchObject({ email_verified: true });
  });

  test('reports every problem at once, with its field', async () => {
    const wrong = await signUp('nobody', { password: 'short', full_name: 'A', phone: '12', accept_terms: false });
    expect(wrong.status).toBe(422);
    expect(wrong.errors.map(({ source }: { source: { pointer: string } }) => source.pointer.split('/').at(-1)).toSorted()).toEqual([
      'accept_terms',
      'email',
      'full_name',
      'password',
      'password_confirmation',
      'phone',
    ]);
  });

  test('looks the same for an address that has an account, whose owner is notified by mail', async () => {
    await signUp('known@example.com');
    await activate(await tokenTo('known@example.com'));
    const [known, unknown] = [await signUp('known@example.com'), await signUp('other@example.com')];
    const visible = ({ reply, attributes }: typeof known) => ({
      status: reply.statusCode,
      headers: Object.keys(reply.headers),
      attributes: { ...attributes, email: '', created_at: '', referal_hash: '', referal_url: '' },
    });
    expect(visible(known)).toEqual(visible(unknown));
    expect(await emailTo('known@example.com')).toMatchObject({ heading: 'account_letters.known.heading', token: '', path: '/en/sign-in' });
    // The stranger's own account never becomes the owner's
    expect((await send('PUT', '/user/resend_email', {}, { cookie: known.session ?? '' })).status).toBe(202);
    expect((await emailTo('known@example.com'))?.token).toBe('');
    expect((await signIn('known@example.com')).status).toBe(201);
  });
});

describe('a mailed link', () => {
  test('ends when a newer one is requested or it expires, and works for its own purpose only', async () => {
    const made = await signUp('late@example.com');
    const first = await tokenTo('late@example.com');
    await send('PUT', '/user/resend_email', undefined, { cookie: made.session ?? '' });
    const second = await tokenTo('late@example.com');
    expect((await activate(first)).status).toBe(422);
    await world.pass(4 * DAY_MS);
    expect((await activate(second)).status).toBe(422);
  });

  test('verifies nothing for a visitor whose own account names the same address', async () => {
    const stranger = await signUp('victim@example.com', { password: 'Stranger pass 1', password_confirmation: 'Stranger pass 1' });
    const strangersLink = await tokenTo('victim@example.com');
    const victim = await signUp('victim@example.com');
    const ownLink = await tokenTo('victim@example.com');
    expect((await activate(strangersLink, { cookie: victim.session ?? '' })).status).toBe(422);
    expect((await activate(ownLink, { cookie: victim.session ?? '' })).status).toBe(200);
    expect(await me(stranger.session)).toBeUndefined();
    expect((await activate(strangersLink)).status).toBe(422);
    expect((await signIn('victim@example.com', 'Stranger pass 1')).status).toBe(401);
    expect((await signIn('victim@example.com')).status).toBe(201);
  });
});

describe('orders of a guest', () => {
  test('join the account of their address when it is verified, and not before', async () => {
    const order = await world.order({ email: 'Guest@example.com' });
    const made = await signUp('guest@example.com');
    expect((await world.read(order.id)).userId).toBeNull();
    await activate(await tokenTo('guest@example.com'), { cookie: made.session ?? '' });
    expect((await world.read(order.id)).userId).not.toBeNull();
    expect(await me(made.session)).toMatchObject({ email_verified: true });
  });
});

async function customer(email: string) {
  const { session } = await signUp(email);
  const own = { cookie: session ?? '' };
  await activate(await tokenTo(email), own);
  return own;
}
const requestReset = (email: string) => send('POST', '/users/reset_password', { email });
const NEW_PASSWORD = 'Another horse 2';
const setPassword = (token: string, password?: string) =>
  send('PUT', '/users/update_password', { token, ...(password === undefined ? {} : { password, password_confirmation: password }) });

describe('a new password by mail', () => {
  test('is set once by the newest link, ends all sessions, and verifies the address', async () => {
    const made = await signUp('forgot@example.com');
    await emailTo('forgot@example.com');
    await requestReset('Forgot@example.com');
    const first = await tokenTo('forgot@example.com');
    expect((await setPassword(first)).status).toBe(204);
    await requestReset('forgot@example.com');
    const token = await tokenTo('forgot@example.com');
    expect((await setPassword(first)).status).toBe(422);
    expect((await activate(token)).status).toBe(422);
    expect((await setPassword(token, 'short')).error.source).toEqual({ pointer: '/data/attributes/password' });
    const tries = await Promise.all([setPassword(token, NEW_PASSWORD), setPassword(token, NEW_PASSWORD)]);
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 422]);
    expect(await me(made.session)).toBeUndefined();
    expect((await signIn('forgot@example.com')).status).toBe(401);
    expect(await me((await signIn('forgot@example.com', NEW_PASSWORD)).session)).toMatchObject({ email_verified: true });
  });

  test('gives no access to a stranger who registered with the address', async () => {
    const stranger = await signUp('awaited@example.com', { password: 'Stranger pass 1', password_confirmation: 'Stranger pass 1' });
    await emailTo('awaited@example.com');
    const { db } = world.deps;
    const { id: userId } = await db.one(as<{ id: string }>(), sql`select id from users where email = 'awaited@example.com'`);
    await db.run(sql`update users set second_factor_since = now() where id = ${userId}`);
    const subject = { issuer: 'https://other.example', subject: 'stranger' };
    await insertIdentity(db, subject, { userId, provider: 'other', email: null, linkedAt: world.deps.clock.now() });
    await requestReset('awaited@example.com');
    expect((await setPassword(await tokenTo('awaited@example.com'), NEW_PASSWORD)).status).toBe(204);
    const owner = await signIn('awaited@example.com', NEW_PASSWORD);
    expect(owner.attributes).toMatchObject({ needs: 'none' });
    expect(await me(owner.session)).toMatchObject({ email_verified: true, two_factor_enabled: false, authentications: [] });
    expect(await findIdentity(db, subject)).toBeUndefined();
    expect(await me(stranger.session)).toBeUndefined();
  });

  test('is not mailed without an account, and the response is the same', async () => {
    await customer('member@example.com');
    const [member, stranger] = [await requestReset('member@example.com'), await requestReset('stranger@example.com')];
    expect([member.status, member.reply.body]).toEqual([stranger.status, stranger.reply.body]);
    expect(Object.keys(member.reply.headers)).toEqual(Object.keys(stranger.reply.headers));
    expect(await emailTo('stranger@example.com')).toBeUndefined();
    await requestReset('member@example.com');
    const late = await tokenTo('member@example.com');
    await world.pass(DAY_MS);
    expect((await setPassword(late)).status).toBe(422);
  });
});

describe('a profile', () => {
  const save = (attributes: object, given: ClientOptions) => send('PUT', '/user', attributes, given);

  test('can be changed only with a verified address, except its language', async () => {
    const { session = '' } = await signUp('unproven@example.com');
    expect((await save({ full_name: 'Анна Каренина' }, { cookie: session })).error.code).toBe('email_not_verified');
    expect((await save({ locale: 'ru' }, { cookie: session })).attributes).toMatchObject({ locale: 'ru' });
  });

  test('is changed field by field; of two tabs the later one is refused', async () => {
    const session = await customer('profile@example.com');
    const saved = await save({ full_name: ' Анна  Каренина ', phone: '+7 916 123-45-67' }, session);
    expect(saved.attributes).toMatchObject({ full_name: 'Анна Каренина', phone: '+79161234567', version: 2 });
    expect((await save({ anti_phishing_code: 'синий кит', version: 2 }, session)).attributes).toMatchObject({
      version: 3,
      phone: '+79161234567',
    });
    expect((await save({ phone: '', version: 2 }, session)).error.code).toBe('edit_conflict');
    expect((await save({ phone: '12' }, session)).error.source).toEqual({ pointer: '/data/attributes/phone' });
    expect((await save({ anti_phishing_code: 'see https://evil.example' }, session)).status).toBe(422);
    const wrong = await save({ full_name: 'A', phone: '12', email: 'q', anti_phishing_code: 'x' }, session);
    expect(wrong.errors.map(({ source }: { source: { pointer: string } }) => source.pointer.split('/').at(-1)).toSorted()).toEqual([
      'anti_phishing_code',
      'email',
      'full_name',
      'phone',
    ]);
    const stuffed = await save({ full_name: 'Анна Аркадьевна', role: 'owner', email_verified: false, profile_version: 99 }, session);
    expect(stuffed.attributes).toMatchObject({ role: 'customer', email_verified: true, version: 4 });
    expect((await save({ phone: null }, session)).attributes).toMatchObject({ phone: null });
  });
});

describe('an account from an order', () => {
  const fromOrder = (id: string, headers: Record<string, string>, password = PASSWORD) =>
    test_.app.inject({
      method: 'POST',
      url: `/api/v1/orders/${id}/account`,
      headers: { ...HEADERS, ...headers },
      payload: JSON.stringify({ password }),
    });
  const keyOf = (id: string) => ({ 'order-token': orderTokenOf(world.deps, id) });

  test('takes a password and the key of the order, which joins it; its address stays masked until verified', async () => {
    const [order, other] = [await world.order({ email: 'keeper@example.com' }), await world.order({ email: 'keeper@example.com' })];
    expect((await fromOrder(order.id, {})).statusCode).toBe(404);
    expect((await fromOrder(order.id, keyOf(other.id))).statusCode).toBe(404);
    expect((await fromOrder(order.id, keyOf(order.id), 'Password1')).statusCode).toBe(422);
    const made = await fromOrder(order.id, keyOf(order.id));
    expect(made.statusCode).toBe(201);
    expect(made.json().data.attributes).toMatchObject({ email: 'k•••r@example.com', email_verified: false });
    expect(made.body).not.toContain('keeper@');
    const userId = made.json().data.id;
    expect([(await world.read(order.id)).userId, (await world.read(other.id)).userId]).toEqual([userId, null]);
    expect((await fromOrder(order.id, keyOf(order.id))).json().errors[0].code).toBe('order_state_conflict');
    expect((await activate(await tokenTo('keeper@example.com'))).attributes).toMatchObject({ email: 'keeper@example.com' });
    expect((await world.read(other.id)).userId).toBe(userId);
  });

  test('is deleted after two weeks without verification and without a session; its order is a guest’s again', async () => {
    const order = await world.order({ email: 'gone@example.com' });
    await fromOrder(order.id, keyOf(order.id));
    const erased = await world.order({ email: 'erased@example.com' });
    await fromOrder(erased.id, keyOf(erased.id));
    await world.deps.db.run(sql`update users set password_hash = null where email = 'erased@example.com'`);
    await purgeAccounts(world.deps, isErased);
    expect((await signIn('gone@example.com')).status).toBe(201);
    await world.pass(15 * DAY_MS);
    await purgeAccounts(world.deps, isErased);
    expect((await world.read(order.id)).userId).toBeNull();
    expect((await signIn('gone@example.com')).status).toBe(401);
    expect((await world.read(erased.id)).userId).not.toBeNull();
  });
});

describe('a change of e-mail', () => {
  test('takes effect when its link is opened; the old address is notified and can undo it', async () => {
    const who = await customer('old@example.com');
    await saveChoice(world.deps.db, { recipient: 'old@example.com', choice: MAIL_CHOICES[0], isOn: false }, new Date());
    expect((await send('PUT', '/user', { email: 'new@example.com' }, who)).attributes).toMatchObject({ email: 'old@example.com' });
    const notice = await emailTo('old@example.com');
    expect(notice).toMatchObject({ heading: 'account_letters.email_asked.heading' });
    const token = await tokenTo('new@example.com');
    expect((await activate(token)).status).toBe(422);
    // The owner of an address that a stranger's account requests does not transfer it by opening the link
    expect((await send('PUT', '/users/change_email', { token })).status).toBe(401);
    const other = await customer('other-one@example.com');
    expect((await send('PUT', '/users/change_email', { token }, other)).status).toBe(422);
    expect((await send('PUT', '/users/change_email', { token }, who)).attributes).toMatchObject({
      email: 'new@example.com',
      email_verified: true,
    });
    expect(await me(who.cookie)).toBeUndefined();
    expect([...(await findDisabledChoices(world.deps.db, 'new@example.com'))]).toEqual([MAIL_CHOICES[0]]);
    const again = (await signIn('new@example.com')).session ?? '';
    expect((await send('PUT', '/users/change_email', { token }, { cookie: again })).status).toBe(422);
    expect((await signIn('new@example.com')).status).toBe(201);
    const undoMail = await emailTo('old@example.com');
    expect(undoMail).toMatchObject({ heading: 'account_letters.email_changed.heading' });
    // The link of the first mail is valid for its week too, because it may be opened first
    expect((await send('PUT', '/users/undo_email', { token: notice?.token })).status).toBe(204);
    expect((await signIn('new@example.com')).status).toBe(401);
    expect((await signIn('old@example.com')).status).toBe(401);
    expect([...(await findDisabledChoices(world.deps.db, 'old@example.com'))]).toEqual([MAIL_CHOICES[0]]);
    expect(await emailTo('old@example.com')).toMatchObject({ heading: 'account_letters.reset.heading' });
    expect((await send('PUT', '/users/undo_email', { token: undoMail?.token })).status).toBe(422);
  });

  test('when undone removes what was added with it: no passkey or provider of the intruder opens the account', async () => {
    const who = await customer('robbed@example.com');
    const { db, clock } = world.deps;
    const { id: userId } = await db.one(as<{ id: string }>(), sql`select id from users where email = 'robbed@example.com'`);
    const passkey = async (id: string, at: number) =>
      await db.run(sql`insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
        values (${id}, ${userId}, ${id}, ${Buffer.alloc(1)}, 0, '{}', ${new Date(at)})`);
    await passkey('own', clock.now() - 9 * DAY_MS);
    await passkey('thief', clock.now());
    const subject = { issuer: 'https://other.example', subject: 'thief' };
    await insertIdentity(db, subject, { userId, provider: 'other', email: null, linkedAt: clock.now() });
    await send('PUT', '/user', { email: 'thief@example.com' }, who);
    expect((await send('PUT', '/users/undo_email', { token: await tokenTo('robbed@example.com') })).status).toBe(204);
    expect(await db.many(as<{ id: string }>(), sql`select id from passkeys where user_id = ${userId}`)).toEqual([{ id: 'own' }]);
    expect(await findIdentity(db, subject)).toBeUndefined();
  });

  test('cannot be an address in use, and requesting one does not reveal whose it is', async () => {
    await customer('taken@example.com');
    const who = await customer('wants@example.com');
    expect((await send('PUT', '/user', { email: 'taken@example.com' }, who)).status).toBe(200);
    expect(await emailTo('taken@example.com')).toMatchObject({ heading: 'account_letters.known.heading', token: '' });
    expect((await signIn('taken@example.com')).status).toBe(201);
  });
});

describe('guessing at links', () => {
  test('is throttled by address, and a thousand tokens are all different', async () => {
    const deps = { ...world.deps, limits: await createRateLimits(world.deps), ...INJECTED };
    const limited = await createTestApp(userAccountRoutes(deps), { db: deps.db, clock: deps.clock, settings: deps.settings });
    const guess = (n: number) =>
      limited.app.inject({
        method: 'PUT',
        url: '/api/v1/users/activate',
        headers: { ...HEADERS, 'x-forwarded-for': `10.9.0.${n}` },
        remoteAddress: '10.0.7.7',
        payload: JSON.stringify({ token: tokenOf(world.deps, `${n}`) }),
      });
    const answers = [];
    // oxlint-disable-next-line no-await-in-loop -- sequential, so that the counter sees each
    for (let n = 0; n < 32; n += 1) answers.push(await guess(n));
    expect(answers.slice(0, 30).every(({ statusCode }) => statusCode === 422)).toBe(true);
    expect(answers.slice(30).map(({ statusCode, headers }) => [statusCode, Number(headers['retry-after']) > 0])).toEqual([
      [429, true],
      [429, true],
    ]);
    await limited.close();
    const tokens = Array.from({ length: 1_000 }, (_, n) => tokenOf(world.deps, `id ${n}`));
    expect(new Set(tokens).size).toBe(1_000);
    // After the four characters that name the key, each half has 128 bits: no position repeats a character more often than chance allows
    for (const place of [4, 12, 24, 30, 38, 50]) expect(new Set(tokens.map((token) => token[place])).size).toBeGreaterThan(50);
  });
});
