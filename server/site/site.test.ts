import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuestCookies } from '#server/platform/http/guest-cookies.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { sendRaw } from '#tests/make/raw-http.ts';
import { sendPage } from './send-page.ts';
import { site } from './site.ts';

const faults: unknown[] = [];
let now = 0;
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: (fields: unknown) => void faults.push(fields) };
let folder = '';
let app: FastifyInstance;
let url = '';

/** The smallest build that React Router serves: one page that shows its loader’s context. */
const SERVER = `
import { createContext } from '${import.meta.resolve('react-router')}';
const siteContext = createContext();
const routes = {
  root: { id: 'root', path: '', module: {
    loader: async ({ context, request }) => {
      const url = new URL(request.url);
      if (url.pathname === '/broken') throw new Error('a fault of the page');
      const { api, nonce, mode, publicUrl } = context.get(siteContext);
      const reply = await api('en').send({ method: 'GET', url: '/api/echo', headers: { 'site-locale': 'en' } });
      return { nonce, mode, publicUrl, status: reply.status, echo: JSON.parse(reply.text) };
    },
    action: async ({ request }) => Object.fromEntries(await request.formData()),
    default: () => null,
  } },
  out: { id: 'out', parentId: 'root', path: 'sign-out', module: { action: async ({ request }) => Response.json(Object.fromEntries(await request.formData())) } },
  robots: { id: 'robots', parentId: 'root', path: 'robots.txt', module: { loader: () => new Response('', { headers: { 'cache-control': 'public, max-age=3600' } }) } },
  all: { id: 'all', parentId: 'root', path: '*', module: { default: () => null, action: async ({ request }) => Object.fromEntries(await request.formData()) } },
};
const entry = { module: {
  siteContext,
  default: (request, status, headers, context) => {
    if (new URL(request.url).pathname === '/unrenderable') throw new Error('rendering failed');
    headers.set('content-type', 'text/html; charset=utf-8');
    return new Response(JSON.stringify({ data: context.staticHandlerContext.loaderData.root, posted: context.staticHandlerContext.actionData }), { status, headers });
  },
  handleError: (error, { context }) => context.get(siteContext).report(error),
} };
const assets = { version: '1', url: '', entry: { module: '', imports: [] }, routes: {} };
export { routes, entry, assets };
export const publicPath = '/', assetsBuildDirectory = '', basename = '/', future = {}, ssr = true, isSpaMode = false, prerender = [];
export const routeDiscovery = { mode: 'initial', manifestPath: '/__manifest' };
`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'razmen-site-'));
  await mkdir(path.join(folder, 'server'));
  await mkdir(path.join(folder, 'client/assets'), { recursive: true });
  await writeFile(path.join(folder, 'server/package.json'), '{"type":"module"}');
  await writeFile(path.join(folder, 'server/index.js'), SERVER);
  await writeFile(path.join(folder, 'client/assets/page-abc.js'), 'export const plain = 1;');
  await writeFile(path.join(folder, 'client/assets/page-abc.js.br'), 'brotli bytes');
  app = Fastify();
  app.get('/api/echo', (request) => ({
    locale: request.headers['site-locale'],
    all: request.headers,
    cookie: request.headers.cookie ?? null,
    ip: request.ip,
  }));
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('application/vnd.api+json').send(Buffer.from('{"errors":[]}')));
  app.addHook('onRequest', async (_request, reply) => void Object.assign(reply, { cspNonce: { script: randomBytes(16).toString('hex') } }));
  await app.register(
    site({
      buildFolder: folder,
      publicUrl: 'https://razmen.example',
      mode: 'production',
      sentryDsn: null,
      modulesOff: [],
      notice: () => null,
      availability: () => 'first',
      shop: () => ({
        name: { ru: 'Размен', en: 'Razmen' },
        languages: ['ru', 'en'],
        contacts: { email: null, phone: null, telegram: null, hours: { ru: '', en: '' } },
        entity: {
          legal_name: { ru: '', en: '' },
          registration_number: '',
          tax_id: '',
          address: { ru: '', en: '' },
          licence: { ru: '', en: '' },
          founded_year: 0,
          monitors: [],
          fingerprints: [],
        },
      }),
      log,
      follow: (request) => (request.url.includes('rid=') ? 'referal_hash=click; Path=/' : undefined),
      pageCache: { now: () => now, dependencies: () => [], renew: () => undefined },
      guests: createGuestCookies({
        secrets: createSecrets('a secret of tests, 32 characters'),
        random: systemRandom,
        publicUrl: 'https://razmen.example',
        guestKeys: { header: 'order-token', itemsCookie: 'orders' },
      }),
    }),
  );
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const page = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { host: 'razmen.example', ...headers } });

describe('pages', () => {
  it('call the API in this process as their visitor, in their language, with the nonce of the response', async () => {
    const answer = await page('/terms', { cookie: 'theme=dark; orders=his' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.json()).toMatchObject({
      data: {
        nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
        mode: 'production',
        publicUrl: 'https://razmen.example',
        status: 200,
        echo: { locale: 'en', cookie: 'theme=dark; orders=his', ip: '127.0.0.1' },
      },
    });
  });

  it('of one visitor are compressed in one piece, with their length', async () => {
    const long = { cookie: `orders=${'x'.repeat(2_000)}` };
    const [plain, packed] = [await page('/terms', long), await page('/terms', { ...long, 'accept-encoding': 'br, gzip' })];
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length));
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString()).data.echo.cookie).toBe(long.cookie);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect((await page('/terms', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined();
  });

  it('leave addresses that are no pages to the API’s own response', async () => {
    for (const url of ['/api/v1/nowhere', '/callbacks/x', '/office/assets/none.js', '/health/none', '/geo/none', '/uploads/none']) {
      const answer = await page(url);
      expect([url, answer.statusCode, String(answer.headers['content-type'])]).toEqual([
        url,
        404,
        expect.stringContaining('application/vnd.api+json'),
      ]);
    }
    expect((await page('/apiary')).headers['content-type']).toContain('text/html');
  });

  it.each(['//evil.test', '/en//evil.test', '/en///evil.test', '/en/%5c%5cevil.test', '/en/\\\\evil.test', '/%2f%2fevil.test', '/en/%00'])(
    'are not found at addresses that could become links to another site: %s',
    async (url) => {
      const answer = await page(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toMatch(/href|evil/);
    },
  );

  it('log a fault without showing it', async () => {
    const before = faults.length;
    const answer = await page('/unrenderable');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('rendering failed');
    await page('/broken');
    expect(faults.length).toBeGreaterThan(before);
  });
});

describe('a shared page', () => {
  const POISON: Readonly<Record<string, string>> = {
    host: 'poison.test',
    'x-forwarded-host': 'poison.test',
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-proto': 'poison',
    'x-original-url': '/poison',
    'accept-language': 'poison',
    'site-locale': 'poison',
    'user-agent': 'poison',
    referer: 'https://poison.test/',
    authorization: 'Bearer poison',
    'order-token': 'poison',
    cookie: 'guest=poisonpoisonpoisonpois',
  };

  it.each(Object.entries(POISON))('contains nothing of the visitor it was rendered for: %s', async (name, value) => {
    now += 10_000;
    const first = await page('/en', { [name]: value });
    expect(first.statusCode).toBe(200);
    expect(first.body).not.toContain('poison');
    const clean = await page('/en', { cookie: 'theme=system' });
    expect(clean.body).not.toMatch(/poison|6\.6\.6\.6/);
    expect(JSON.parse(clean.body).data.echo).toMatchObject({ cookie: null, all: { host: 'razmen.example' } });
  });

  it.each(['/?poison=1', '/?from=BTC&token=poison', '/?from=%3Cpoison%3E', '//poison', '/exchange/poison%0a-x'])(
    'is not used for an address with other parameters or segments: %s',
    async (url) => {
      now += 10_000;
      await page(url);
      expect((await page('/')).body).not.toContain('poison');
    },
  );

  it('differs by theme, and is not used for visitors with individual cookies', async () => {
    const cookieSeen = async (cookie: string) => JSON.parse((await page('/', { cookie })).body).data.echo.cookie as unknown;
    expect(await cookieSeen('guest=abc; theme=dark')).toBeNull();
    expect(await cookieSeen('orders=sealed')).toBeNull();
    expect(await cookieSeen('session=secret; theme=dark')).toBe('session=secret; theme=dark');
    expect(await cookieSeen('theme=light')).toBeNull();
  });

  it('has the nonce of its response, a key for a new guest, and is not cached on the way', async () => {
    const [first, second] = await Promise.all([page('/'), page('/', { 'accept-encoding': 'gzip' })]);
    const nonces = [first.body, gunzipSync(second.rawPayload).toString()].map((body) => JSON.parse(body).data.nonce as string);
    expect(new Set(nonces).size).toBe(2);
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'content-type': 'text/html; charset=utf-8' });
    expect(second.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding', 'cache-control': 'private, no-cache' });
    expect(first.headers['set-cookie']).not.toBe(second.headers['set-cookie']);
    const [cookie = ''] = String(first.headers['set-cookie']).split(';');
    expect((await page('/', { cookie })).headers['set-cookie']).toBeUndefined();
  });
});

it('an unchanged page is not sent again, and the browser’s copy keeps its policy', async () => {
  const policed = Fastify();
  policed.decorateReply('cspNonce');
  policed.addHook('onRequest', async (_request, reply) => {
    const script = randomBytes(8).toString('hex');
    Object.assign(reply, { cspNonce: { script } });
    reply.raw.setHeader('content-security-policy', `script-src 'nonce-${script}'`);
  });
  policed.get('/page', async (request, reply) => {
    const { script } = (reply as unknown as { readonly cspNonce: { readonly script: string } }).cspNonce;
    const page = new Response(`<p nonce="${script}">${String(request.headers['cookie'])}</p>`, {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
    return await sendPage({ request, reply, gzip: gzipSync }, page);
  });
  const ask = (headers: Record<string, string>) => policed.inject({ url: '/page', headers: { cookie: 'theme=dark', ...headers } });
  const mark = String((await ask({})).headers['etag']);
  const again = await ask({ 'if-none-match': `"x", ${mark}` });
  expect([again.statusCode, again.body, again.headers['content-security-policy'], again.headers['etag']]).toEqual([
    304,
    '',
    undefined,
    mark,
  ]);
  const other = await ask({ 'if-none-match': mark, cookie: 'theme=light' });
  expect([other.statusCode, other.headers['etag'] === mark]).toEqual([200, false]);
  expect(other.headers['content-security-policy']).toContain('nonce');
  await policed.close();
});

describe('a guest', () => {
  it('gets a key with the first page, and keeps it', async () => {
    const first = String((await page('/')).headers['set-cookie']);
    expect(first).toMatch(/^__Host-guest=[\w-]{22}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const [cookie = ''] = first.split(';');
    expect((await page('/', { cookie })).headers['set-cookie']).toBeUndefined();
    expect((await page('/', { cookie: '__Host-guest=forged' })).headers['set-cookie']).toBeDefined();
    expect((await page('/assets/page-abc.js')).headers['set-cookie']).toBeUndefined();
  });
});

it('with a referral link gets its cookie with its own response only, never with a cacheable one', async () => {
  for (const url of ['/?rid=0', '/terms?rid=0']) {
    const cookies = [(await page(url)).headers['set-cookie']].flat();
    expect(
      cookies.map((cookie) => cookie?.split('=', 1)[0]),
      url,
    ).toEqual(['referal_hash', '__Host-guest']);
  }
  const both = [(await page('/terms?rid=0&cur_from=BTC&cur_to=<b>')).headers['set-cookie']].flat();
  expect(both.slice(0, 2)).toEqual(['referal_hash=click; Path=/', 'wanted=BTC--; Path=/; HttpOnly; Secure; SameSite=Lax']);
  expect((await page('/robots.txt?cur_from=BTC')).headers).not.toHaveProperty('set-cookie');
  expect((await page('/robots.txt?rid=0')).headers).toMatchObject({ 'cache-control': 'public, max-age=3600' });
  expect((await page('/robots.txt?rid=0')).headers).not.toHaveProperty('set-cookie');
});

describe('forms', () => {
  const post = (headers: Record<string, string>, payload = 'a=1', url = '/exchange') =>
    app.inject({
      method: 'POST',
      url,
      headers: { host: 'razmen.example', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload,
    });

  it('are read from our own pages', async () => {
    const answer = await post({ origin: 'https://razmen.example' });
    expect(answer.json()).toMatchObject({ posted: { all: { a: '1' } } });
  });

  it('are refused from other sites', async () => {
    for (const url of ['/exchange', '/sign-out'])
      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
        const answer = await post(headers, 'a=1', url);
        expect(answer.statusCode).toBe(403);
        expect(answer.body).not.toContain('"a":"1"');
      }
  });

  it('sent to a pair’s old address are redirected to the new one with all parameters, as are visits', async () => {
    const own = '/en/exchange/btc-sberrub?amount=1&rid=0&utm_source=x';
    const sent = await post({ origin: 'https://razmen.example' }, 'a=1', '/en/exchange/BTC/SBERRUB?amount=1&rid=0&utm_source=x');
    expect([sent.statusCode, sent.headers.location]).toEqual([308, own]);
    const read = await page('/en/exchange/BTC-SBERRUB?amount=1&rid=0&utm_source=x');
    expect([read.statusCode, read.headers.location, read.headers['set-cookie']]).toEqual([301, own, undefined]);
    expect((await post({ origin: 'https://evil.example' }, 'a=1', '/exchange/BTC/SBERRUB')).statusCode).toBe(403);
  });

  it('are refused with another media type', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'multipart/form-data; boundary=b']) {
      const answer = await post({ origin: 'https://razmen.example', 'content-type': type });
      expect([type, answer.statusCode]).toEqual([type, 415]);
    }
  });

  it('are refused when large or without a length', async () => {
    expect((await post({ origin: 'https://razmen.example' }, `a=${'x'.repeat(70_000)}`)).statusCode).toBe(413);
  });
});

describe('assets', () => {
  it('are served immutable, precompressed where the browser supports it', async () => {
    const plain = await page('/assets/page-abc.js');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.body).toBe('export const plain = 1;');
    const packed = await page('/assets/page-abc.js', { 'accept-encoding': 'br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.body).toBe('brotli bytes');
  });

  it.each(['%00', 'a%00.js', '%2e%2e', '%2e%2e/%2e%2e/server/index.js', '%5c', '..%5c..%5cserver', 'a'.repeat(3000)])(
    'with traversing, malformed or endless names are not found: %s',
    async (name) => {
      const before = faults.length;
      const answer = await sendRaw(url, `GET /assets/${name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect([answer.status, faults.length]).toEqual([404, before]);
    },
  );

  it('that do not exist are not pages', async () => {
    const answer = await page('/assets/none.js');
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable');
  });
});
