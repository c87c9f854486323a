import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#core/time.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import { accountRoutes } from '#server/sessions/account-routes.ts';
import { sessionVisitors } from '#server/sessions/resolve-visitor.ts';
import { sessionRoutes } from '#server/sessions/routes.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { accountLetters } from './account-letters.ts';
import { userAccountRoutes } from './routes.ts';

const HEADERS = { 'content-type': 'application/vnd.api+json', 'site-locale': 'en' };
const PASSWORD = 'Correct horse 1';

let world: World;
let test_: TestApp;

beforeAll(async () => {
  world = await createWorld();
  const deps = { ...world.deps, limits: noRateLimits, tell: async () => undefined };
  const routes = [...sessionRoutes(deps), ...accountRoutes(deps), ...userAccountRoutes(deps)];
  test_ = await createTestApp(routes, { db: deps.db, clock: deps.clock, settings: deps.settings, visitors: sessionVisitors(deps) });
});
afterAll(async () => {
  await test_.close();
  await world.close();
});

interface Given {
  readonly cookie?: string;
  readonly ip?: string;
}

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, attributes?: object, { cookie, ip = '10.0.0.1' }: Given = {}) {
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

const signUp = (email: string, more: object = {}, given: Given = {}) =>
  send('POST', '/users', { email, password: PASSWORD, password_confirmation: PASSWORD, accept_terms: true, ...more }, given);
const signIn = (email: string, password = PASSWORD) => send('POST', '/sessions', { email, password });
const me = async (cookie: string | undefined) => (await send('GET', '/sessions/current', undefined, { cookie: cookie ?? '' })).attributes;

/** What the newest letter to this address says, as the postman would write it now; undefined: nothing. */
async function letterTo(email: string) {
  const news = await world.deps.db.maybe(
    as<{ subject: string; topic: string }>(),
    sql`select subject, topic from mail_news where kind = 'account' and recipient = ${email.toLowerCase()} order by changed_at desc, subject desc limit 1`,
  );
  if (news === undefined) return undefined;
  await world.deps.db.run(sql`delete from mail_news where kind = 'account' and recipient = ${email.toLowerCase()}`);
  const story = await accountLetters(world.deps).tell({ ...news, kind: 'account', version: 1, isPaid: false });
  return (
    story && {
      heading: story.letter.heading,
      token: new URL(story.line.url).searchParams.get('token') ?? '',
      path: new URL(story.line.url).pathname,
    }
  );
}
const tokenTo = async (email: string): Promise<string> => (await letterTo(email))?.token ?? '';
const activate = (token: string, given: Given = {}) => send('PUT', '/users/activate', { token }, given);

describe('signing up', () => {
  test('signs in, and the mailed link proves the address once', async () => {
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
    expect((await activate(token)).attributes).toMatchObject({ email_verified: true });
    expect((await activate(token)).error).toMatchObject({ status: '422', code: 'invalid_token' });
    expect(await me(made.session)).toMatchObject({ email_verified: true });
  });

  test('says all that is wrong at once, at its fields', async () => {
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

  test('looks the same for an address that has an account, whose owner learns of it by letter', async () => {
    await signUp('known@example.com');
    await activate(await tokenTo('known@example.com'));
    const [known, unknown] = [await signUp('known@example.com'), await signUp('other@example.com')];
    const seen = ({ reply, attributes }: typeof known) => ({
      status: reply.statusCode,
      headers: Object.keys(reply.headers),
      attributes: { ...attributes, email: '', created_at: '' },
    });
    expect(seen(known)).toEqual(seen(unknown));
    expect(await letterTo('known@example.com')).toMatchObject({ heading: 'account_letters.known.heading', token: '', path: '/en/sign-in' });
    // The stranger's own account is never the owner's
    expect((await send('PUT', '/user/resend_email', {}, { cookie: known.session ?? '' })).status).toBe(202);
    expect((await letterTo('known@example.com'))?.token).toBe('');
    expect((await signIn('known@example.com')).status).toBe(201);
  });
});

describe('a link', () => {
  test('is over when a newer one was asked for, when it is late, and opens nothing else', async () => {
    const made = await signUp('late@example.com');
    const first = await tokenTo('late@example.com');
    await send('PUT', '/user/resend_email', undefined, { cookie: made.session ?? '' });
    const second = await tokenTo('late@example.com');
    expect((await activate(first)).status).toBe(422);
    await world.pass(4 * DAY_MS);
    expect((await activate(second)).status).toBe(422);
  });

  test('proves nothing to whoever is signed in as somebody else', async () => {
    const stranger = await signUp('victim@example.com', { password: 'Stranger pass 1', password_confirmation: 'Stranger pass 1' });
    const strangersLink = await tokenTo('victim@example.com');
    const victim = await signUp('victim@example.com');
    const ownLink = await tokenTo('victim@example.com');
    expect((await activate(strangersLink, { cookie: victim.session ?? '' })).status).toBe(422);
    expect((await activate(ownLink, { cookie: victim.session ?? '' })).status).toBe(200);
    // The stranger is out, whatever he has
    expect(await me(stranger.session)).toBeUndefined();
    expect((await activate(strangersLink)).status).toBe(422);
    expect((await signIn('victim@example.com', 'Stranger pass 1')).status).toBe(401);
    expect((await signIn('victim@example.com')).status).toBe(201);
  });
});

describe('orders of a guest', () => {
  test('join the account of their address when it is proven, and not before', async () => {
    const order = await world.order({ email: 'Guest@example.com' });
    const made = await signUp('guest@example.com');
    expect((await world.read(order.id)).userId).toBeNull();
    await activate(await tokenTo('guest@example.com'));
    expect((await world.read(order.id)).userId).not.toBeNull();
    expect(await me(made.session)).toMatchObject({ email_verified: true });
  });
});
