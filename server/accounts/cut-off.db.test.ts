import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#core/time.ts';
import { revokeApiAccessOf } from '#server/assemble-http.ts';
import { MODULES } from '#server/modules.ts';
import { findSigningKey } from '#server/partners/store.ts';
import { createKey } from '#server/partners/manage-keys.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import { deleteSubscriptionsBefore, insertSubscription } from '#server/push/subscription-store.ts';
import { insertPasskey, updateHasFactor } from '#server/second-factors/store.ts';
import type { NotifyUser } from '#server/sessions/record-security-event.ts';
import { hashOfToken, newSessionToken } from '#server/sessions/caller.ts';
import { sessionVisitors } from '#server/sessions/visitor.ts';
import { sessionRoutes } from '#server/sessions/routes.ts';
import { signInByProvider } from '#server/sign-in-providers/sign-in-by-provider.ts';
import { endLinksBefore, insertLink } from '#server/telegram/link-store.ts';
import { saveWallet } from '#server/user-wallets/saved-wallets.ts';
import { createEndpoint, resumeEndpoint } from '#server/webhooks/manage-endpoints.ts';
import { listEndpoints } from '#server/webhooks/endpoint-store.ts';
import { findIdentity, insertIdentity } from '#server/users/identities.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { accountEmails } from './account-emails.ts';
import type { DeleteNoticeChannels } from './cut-off.ts';
import { userAccountRoutes } from './routes.ts';

const PASSWORD = 'Correct horse 1';
const OTHER_PASSWORD = 'Another horse 2';

let world: World;
let served: TestApp;
let deps: ReturnType<typeof depsOf>;

/** Topics of notifications. */
const notifiedTopics: string[] = [];
const notifyUser: NotifyUser = async (_tx, { topic }) => void notifiedTopics.push(topic);

const depsOf = ({ deps: own }: World) => {
  const deleteNoticeChannels: DeleteNoticeChannels = async (tx, { userId, before }) => {
    await endLinksBefore(tx, { userId, before }, own.clock.now());
    await deleteSubscriptionsBefore(tx, userId, before);
  };
  return { ...own, limits: noRateLimits, notifyUser, deleteNoticeChannels, revokeApiAccess: revokeApiAccessOf(MODULES, own) };
};

beforeAll(async () => {
  world = await createWorld();
  deps = depsOf(world);
  const routes = [...sessionRoutes(deps), ...userAccountRoutes(deps)];
  served = await createTestApp(routes, { db: deps.db, clock: deps.clock, settings: deps.settings, authenticator: sessionVisitors(deps) });
});
afterAll(async () => {
  await served.close();
  await world.close();
});

async function send(method: 'GET' | 'POST' | 'PUT', path: string, attributes?: object, cookie = '') {
  const reply = await served.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { 'content-type': 'application/vnd.api+json', 'site-locale': 'en', cookie },
    ...(attributes === undefined ? {} : { payload: JSON.stringify(attributes) }),
  });
  const set = [reply.headers['set-cookie'] ?? []].flat().map(String);
  const session = set.find((line) => /^(?:__Host-)?session=./.test(line))?.split(';')[0] ?? '';
  const device = set.find((line) => line.startsWith('device='))?.split(';')[0] ?? '';
  return { status: reply.statusCode, session, device, attributes: reply.body === '' ? undefined : reply.json().data?.attributes };
}
const currentUser = async (cookie: string) => (await send('GET', '/sessions/current', undefined, cookie)).attributes;
const endedOf = async (cookie: string) => (await send('GET', '/sessions/ended', undefined, cookie)).attributes;
const signIn = async (email: string, password: string, cookie = '') => await send('POST', '/sessions', { email, password }, cookie);

/** The newest mail about the account of an address, as it would be written now. */
async function emailTo(email: string) {
  const { subject, topic } = await deps.db.one(
    as<{ subject: string; topic: string }>(),
    sql`select subject, topic from mail_news where kind = 'account' and recipient = ${email} order by changed_at desc, subject desc
      limit 1`,
  );
  const story = await accountEmails(deps).compose({ subject, topic, kind: 'account', version: 1, isPaid: false });
  if (story === undefined) throw new Error('there is no letter');
  const tokenIn = (url: string | undefined) => new URL(url ?? 'http://none').searchParams.get('token') ?? '';
  const { lines, lead, button } = story.email;
  return { topic, lead, lines, token: tokenIn(button?.url), refusal: tokenIn(lines.find(({ url }) => url !== undefined)?.url) };
}

const subjectOf = (email: string) => ({ issuer: 'https://provider.example', subject: email });

/** Signs in by a provider that does not verify addresses; returns the session's cookie. */
async function openByProvider(email: string): Promise<string> {
  const claims = { ...subjectOf(email), email, isEmailVerified: false, name: null, authTime: null };
  const provider = { id: 'other', name: 'Other', issuer: claims.issuer, clientId: 'x', clientSecret: undefined, scope: 'openid' };
  const opened = await signInByProvider(deps, {
    settings: { ...provider, isEmailTrusted: false, usesFormPost: false },
    claims,
    locale: 'en',
    client: {
      ip: '203.0.113.7',
      device: 'Mozilla/5.0 (Windows NT 10.0) Chrome/126.0',
      deviceToken: newSessionToken(deps.random),
      cookies: undefined,
      oldToken: undefined,
    },
  });
  if (typeof opened === 'string') throw new Error(opened);
  return `session=${opened.token}`;
}
const openByPassword = async (email: string, password = PASSWORD) =>
  (await send('POST', '/users', { email, password, password_confirmation: password, accept_terms: true })).session;

const idOf = async (email: string) =>
  (await deps.db.one(as<{ id: string }>(), sql`select id from users where lower(email) = lower(${email}) order by created_at desc limit 1`))
    .id;

/** Links everything that can be linked to an account. */
async function linkAll(userId: string): Promise<void> {
  const now = deps.clock.now();
  const owner = { userId, orderId: null } as const;
  await deps.db.tx(async (tx) => {
    await insertIdentity(
      tx,
      { issuer: 'https://another.example', subject: userId },
      { userId, provider: 'another', email: null, linkedAt: now },
    );
    await insertPasskey(tx, { id: `key ${userId}`, userId, name: 'k', publicKey: Buffer.alloc(8), counter: 0, transports: [], now });
    await updateHasFactor(tx, userId, now);
    await tx.run(sql`update sessions set factor_given_at = ${new Date(now)} where user_id = ${userId}`);
    await saveWallet(deps, tx, { userId, code: 'USDTTRC20', side: 'outcome', values: { address: userId }, masked: { address: '•' } });
    await insertLink(tx, { id: deps.random.uuid(), chat: userId, owner, locale: 'en', now });
    const browser = { endpoint: userId, sealed: Buffer.alloc(8), name: 'browser', locale: 'en' as const };
    await insertSubscription(tx, { ...browser, id: deps.random.uuid(), owner, now });
  });
}
const linkedTo = async (userId: string) =>
  (
    await deps.db.one(
      as<{ linked: number }>(),
      sql`select (select count(*) from user_identities where user_id = ${userId})::int + (select count(*) from passkeys
        where user_id = ${userId})::int
        + (select count(*) from user_wallets where user_id = ${userId})::int + (select count(*) from notice_places
          where user_id = ${userId})::int as linked`,
    )
  ).linked;
async function activate(email: string, cookie = '') {
  await world.pass(1000);
  return await send('PUT', '/users/activate', { token: (await emailTo(email)).token }, cookie);
}

async function resetTo(email: string, password: string): Promise<number> {
  await world.pass(1000);
  await deps.db.run(sql`delete from mail_news where recipient = ${email}`);
  await send('POST', '/users/reset_password', { email });
  const { token } = await emailTo(email);
  return (await send('PUT', '/users/update_password', { token, password, password_confirmation: password })).status;
}

describe('an account that a stranger opened by a provider with someone else’s address', () => {
  test('is cleared when the address is verified in another browser: session, provider and all that was linked', async () => {
    const email = 'victim@example.com';
    const stranger = await openByProvider(email);
    const id = await idOf(email);
    await linkAll(id);
    expect(await currentUser(stranger)).toMatchObject({ email, email_verified: false });
    expect((await activate(email)).status).toBe(200);
    expect(await currentUser(stranger)).toBeUndefined();
    expect([await linkedTo(id), await findIdentity(deps.db, subjectOf(email))]).toEqual([0, undefined]);
    // The owner gets a password reset and is alone in the account
    expect((await emailTo(email)).topic).toBe('reset');
    expect(await resetTo(email, OTHER_PASSWORD)).toBe(204);
    expect(await currentUser((await signIn(email, OTHER_PASSWORD)).session)).toMatchObject({ email, email_verified: true });
    expect((await currentUser((await signIn(email, OTHER_PASSWORD)).session)).authentications).toEqual([]);
  });

  test('stays with its session and its provider when the address is verified in the browser that opened it', async () => {
    const email = 'honest@example.com';
    const session = await openByProvider(email);
    const elsewhere = await openByProvider(email);
    expect((await activate(email, session)).status).toBe(200);
    expect(await currentUser(session)).toMatchObject({ email, email_verified: true, authentications: ['other'] });
    expect(await currentUser(elsewhere)).toBeUndefined();
  });

  test('is described in the mail: opened with what, when and from where', async () => {
    const email = 'told@example.com';
    await openByProvider(email);
    const { lines, lead } = await emailTo(email);
    expect(lead).toBe('account_letters.activate.lead_provider');
    expect(lines.map(({ label }) => label.split('.').at(-1))).toEqual(['at', 'with', 'device', 'ip', 'not_you']);
    expect(lines.map(({ value }) => value)).toEqual(expect.arrayContaining(['203.0.113.7', 'account_letters.opened.provider']));
  });
});

describe('an account opened with a password', () => {
  test('keeps only its password when the link is opened on another device: every session and all that was linked ends', async () => {
    const email = 'two-devices@example.com';
    const session = await openByPassword(email);
    const id = await idOf(email);
    await linkAll(id);
    const byProvider = await openAgain(id);
    expect(await endedOf(session)).toBeUndefined();
    expect((await activate(email)).status).toBe(200);
    expect([await currentUser(session), await currentUser(byProvider), await linkedTo(id)]).toEqual([undefined, undefined, 0]);
    // The browser of the registration is told why, and with which address to sign in
    expect(await endedOf(session)).toEqual({ reason: 'email_proven', email });
    const again = await signIn(email, PASSWORD);
    expect(await currentUser(again.session)).toMatchObject({ email, email_verified: true });
    expect(await endedOf(again.session)).toBeUndefined();
    await world.pass(4 * DAY_MS);
    expect(await endedOf(session)).toBeUndefined();
  });

  test('notifies the verified address of a sign-in with the kept password, also from the browser of the registration', async () => {
    const email = 'sign-in-told@example.com';
    const { device } = await send('POST', '/users', { email, password: PASSWORD, password_confirmation: PASSWORD, accept_terms: true });
    expect(device).not.toBe('');
    expect((await activate(email)).status).toBe(200);
    notifiedTopics.length = 0;
    await signIn(email, PASSWORD, device);
    await signIn(email, PASSWORD, device);
    expect(notifiedTopics).toEqual(['new_device']);
  });

  test('can be verified in a browser that is signed in to an account with another address; that session stays', async () => {
    const email = 'phone@example.com';
    const session = await openByPassword(email);
    const other = await openByPassword('desktop@example.com');
    expect((await activate(email, other)).attributes).toMatchObject({ email, email_verified: true });
    expect(await currentUser(session)).toBeUndefined();
    expect(await currentUser(other)).toMatchObject({ email: 'desktop@example.com', email_verified: false });
  });

  test('loses on a password reset every session and whatever was linked, before and after verification', async () => {
    const email = 'earlier@example.com';
    const session = await openByPassword(email);
    const id = await idOf(email);
    await linkAll(id);
    expect((await activate(email, session)).status).toBe(200);
    expect(await linkedTo(id)).toBe(5);
    await world.pass(1000);
    const since = { issuer: 'https://third.example', subject: id };
    await insertIdentity(deps.db, since, { userId: id, provider: 'third', email: null, linkedAt: deps.clock.now() });
    expect(await resetTo(email, OTHER_PASSWORD)).toBe(204);
    expect(await currentUser(session)).toBeUndefined();
    expect([await linkedTo(id), await findIdentity(deps.db, since)]).toEqual([0, undefined]);
    expect(await currentUser((await signIn(email, OTHER_PASSWORD)).session)).toMatchObject({ email, email_verified: true });
  });

  test('is closed, once it is reset, to a stranger who signed up with the address and later linked a provider', async () => {
    const email = 'hijacked@example.com';
    await openByPassword(email);
    const id = await idOf(email);
    expect((await activate(email)).status).toBe(200);
    const stranger = await signIn(email, PASSWORD);
    await world.pass(1000);
    await linkAll(id);
    const provider = subjectOf('stranger@example.com');
    await insertIdentity(deps.db, provider, { userId: id, provider: 'other', email: null, linkedAt: deps.clock.now() });
    expect(await resetTo(email, OTHER_PASSWORD)).toBe(204);
    expect([await currentUser(stranger.session), await linkedTo(id), (await signIn(email, PASSWORD)).status]).toEqual([undefined, 0, 401]);
    const elsewhere = await openByProvider('stranger@example.com');
    expect(await currentUser(elsewhere)).toMatchObject({ email: 'stranger@example.com', email_verified: false });
    expect(await idOf('stranger@example.com')).not.toBe(id);
  });
});

/** A session of an account that was not opened with its password. */
async function openAgain(userId: string): Promise<string> {
  const token = newSessionToken(deps.random);
  const now = new Date(deps.clock.now());
  await deps.db.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, active_at, expires_at)
    values (${hashOfToken(token)}, ${userId}, ${now}, ${now}, ${now}, ${new Date(deps.clock.now() + DAY_MS)})`);
  return `session=${token}`;
}

describe('refusing an account by the link in its mail', () => {
  const refuse = async (token: string) => (await send('PUT', '/users/refuse', { token })).status;

  test('before verification closes the account and ends the activation link', async () => {
    const email = 'not-mine@example.com';
    const stranger = await openByPassword(email);
    const { token, refusal } = await emailTo(email);
    expect(await refuse(refusal)).toBe(204);
    expect([await currentUser(stranger), (await signIn(email, PASSWORD)).status]).toEqual([undefined, 401]);
    expect((await send('PUT', '/users/activate', { token })).status).toBe(422);
    expect(await refuse(refusal)).toBe(422);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
  });

  test('after a mistaken verification ends the stranger’s password and sessions, and mails a link for a new password', async () => {
    const email = 'mistake@example.com';
    const stranger = await openByPassword(email);
    const { refusal } = await emailTo(email);
    expect((await activate(email)).status).toBe(200);
    expect(await currentUser(stranger)).toBeUndefined();
    const { session } = await signIn(email, PASSWORD);
    expect(await refuse(refusal)).toBe(204);
    expect([await currentUser(session), (await signIn(email, PASSWORD)).status]).toEqual([undefined, 401]);
    expect((await emailTo(email)).topic).toBe('reset');
    expect(await resetTo(email, OTHER_PASSWORD)).toBe(204);
    expect((await signIn(email, OTHER_PASSWORD)).status).toBe(201);
  });

  test('is not possible with another account’s token or an old mail', async () => {
    const email = 'old-letter@example.com';
    const session = await openByPassword(email);
    const { refusal } = await emailTo(email);
    expect(await refuse(`${await idOf(email)}.${'A'.repeat(26)}`)).toBe(422);
    expect(await refuse('nonsense')).toBe(422);
    expect((await activate(email, session)).status).toBe(200);
    await world.pass(4 * DAY_MS);
    expect(await refuse(refusal)).toBe(422);
    expect((await signIn(email, PASSWORD)).status).toBe(201);
  });
});

describe('API keys and webhooks of an account', () => {
  const createAccess = async (userId: string) =>
    await deps.db.tx(async (tx) => {
      const key = await createKey(deps, tx, { userId, name: 'server', mode: 'live', scopes: ['orders:read'], networks: [] });
      const webhook = await createEndpoint(deps, tx, {
        userId,
        mode: 'live',
        url: `https://hooks.partner-shop.com/${deps.random.uuid()}`,
        topics: [],
      });
      if (!key.ok || !webhook.ok) throw new Error('not made');
      return { key: key.value.row.id, webhook: webhook.value.row.id };
    });
  const workOf = async (userId: string, { key }: { readonly key: string }) => [
    (await findSigningKey(deps.db, key, new Date(deps.clock.now()))) !== undefined,
    (await listEndpoints(deps.db, userId)).map(({ paused_by: by }) => by),
  ];
  const refuse = async (token: string) => (await send('PUT', '/users/refuse', { token })).status;
  beforeEach(() => void (notifiedTopics.length = 0));

  test('end when the address is verified from another browser, and stay when it is verified from this one', async () => {
    const [email, other] = ['keys-proof@example.com', 'keys-here@example.com'];
    await openByPassword(email);
    const here = await openByPassword(other);
    const [id, otherId] = [await idOf(email), await idOf(other)];
    const [programs, otherAccess] = [await createAccess(id), await createAccess(otherId)];
    expect((await activate(email)).status).toBe(200);
    expect((await activate(other, here)).status).toBe(200);
    expect([await workOf(id, programs), await workOf(otherId, otherAccess)]).toEqual([
      [false, ['cut_off']],
      [true, [null]],
    ]);
    expect(notifiedTopics).toEqual(['programs_cut_off']);
  });

  test('end at a password reset; a key made afterwards works, and the webhook resumes when its owner turns it on', async () => {
    const email = 'keys-reset@example.com';
    const session = await openByPassword(email);
    const id = await idOf(email);
    expect((await activate(email, session)).status).toBe(200);
    const access = await createAccess(id);
    expect(await workOf(id, access)).toEqual([true, [null]]);
    await deps.db.run(sql`update webhook_endpoints set paused_by = 'failing', paused_at = now() where id = ${access.webhook}`);
    expect(await resetTo(email, OTHER_PASSWORD)).toBe(204);
    expect(await workOf(id, access)).toEqual([false, ['cut_off']]);
    expect(notifiedTopics).toEqual(['programs_cut_off', 'password_changed']);
    await world.pass(1000);
    const again = await createAccess(id);
    await deps.db.tx(async (tx) => await resumeEndpoint(deps, tx, { id: access.webhook, userId: id }));
    expect(await workOf(id, again)).toEqual([true, [null, null]]);
  });

  test('end when the owner of the address refuses the account, after the stranger signed in with the kept password', async () => {
    const email = 'keys-refused@example.com';
    await openByPassword(email);
    const id = await idOf(email);
    const { refusal } = await emailTo(email);
    expect((await activate(email)).status).toBe(200);
    await signIn(email, PASSWORD);
    const access = await createAccess(id);
    notifiedTopics.length = 0;
    expect(await refuse(refusal)).toBe(204);
    expect(await workOf(id, access)).toEqual([false, ['cut_off']]);
    expect(notifiedTopics).toEqual(['programs_cut_off']);
  });
});
