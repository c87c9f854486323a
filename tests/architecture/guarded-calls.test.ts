import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { JSON_API } from '#contract/document.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { accessRefusal } from '#core/access/access.ts';
import { accept } from '#core/result.ts';
import type { LimitKind, RateLimits } from '#server/platform/http/rate-limits.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import type { SignedIn, Visitor } from '#server/platform/http/route.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';

/** Every call of the contract as the platform serves it, with handlers that only record that they ran. */
const reached: string[] = [];
const routes = ALL_ENDPOINTS.map((endpoint) => ({
  endpoint,
  handle: async () => {
    reached.push(endpoint.name);
    return accept({});
  },
}));

/** The counters that a call checks, and those that are exhausted. */
const spentLimits: LimitKind[] = [];
const keys: string[] = [];
const usedUp = new Set<LimitKind>();
const limits: RateLimits = {
  ...noRateLimits,
  areOn: true,
  spend: async (kind, key) => {
    spentLimits.push(kind);
    keys.push(key);
    return usedUp.has(kind) ? 17 : undefined;
  },
};

const OWNER: SignedIn = {
  kind: 'user',
  userId: 'u1',
  sessionId: 's1',
  role: 'owner',
  email: 'a@example.org',
  hasVerifiedEmail: true,
  factorGivenAt: 1,
};
const authenticator = { authenticate: async (token: string): Promise<Visitor> => (token === 'owner' ? OWNER : { kind: 'guest' }) };

let test: TestApp;
let port = 0;
const agent = new Agent({ keepAlive: true });
// All calls at once: on a busy machine they take their time
beforeAll(async () => {
  test = await createTestApp(routes, { limits, authenticator });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = test.app.server.address() as AddressInfo);
}, 60_000);
afterAll(async () => {
  agent.destroy();
  await test.app.close();
});

const unsafe: readonly Endpoint[] = ALL_ENDPOINTS.filter(({ method }) => method !== 'GET');
const urlOf = ({ path }: Endpoint): string => path.replaceAll(/\{\w+\}/g, 'x');
const send = (endpoint: Endpoint, headers: Readonly<Record<string, string>>, payload?: string) =>
  test.app.inject({ method: endpoint.method, url: urlOf(endpoint), headers, ...(payload === undefined ? {} : { payload }) });

const WRITING = ['calculation', 'command', 'creation'] as const;
const useUp = (whose: '' | '_all' | '_busy') => {
  for (const kind of WRITING) usedUp.add(`${kind}${whose}`);
};
const named = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => [endpoint.name, endpoint] as const);
const isForGuests = ({ action }: Endpoint): boolean => accessRefusal({ kind: 'guest' }, action) === undefined;

/** A request that passes every check before the visitor's. */
const readable = ({ files }: Endpoint) =>
  files === undefined
    ? { 'content-type': JSON_API, accept: JSON_API, 'site-locale': 'en' }
    : { 'content-type': 'multipart/form-data; boundary=b', accept: JSON_API, 'site-locale': 'en' };

/** Over a connection: requests from within the process belong to a page, which has its own limit. */
async function sendFromOutside(endpoint: Endpoint, headers: Readonly<Record<string, string>>) {
  const asking = request({ port, agent, method: endpoint.method, path: urlOf(endpoint), headers: { ...headers, 'content-length': 2 } }).end(
    '{}',
  );
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}

describe('every unsafe call', () => {
  it.each(named(unsafe))('%s has a limit per address, reported with Retry-After before anything else (R36)', async (name, endpoint) => {
    usedUp.clear();
    reached.length = 0;
    useUp('');
    const answer = await sendFromOutside(endpoint, { accept: JSON_API, 'site-locale': 'en', cookie: 'session=a-session' });
    expect([answer.statusCode, answer.headers['retry-after'], reached], name).toEqual([429, '17', []]);
  });

  it.each(named(unsafe))('%s does not count for other visitors where it is refused (R36)', async (name, endpoint) => {
    usedUp.clear();
    spentLimits.length = 0;
    await sendFromOutside(endpoint, { ...readable(endpoint), origin: 'https://evil.example' });
    await sendFromOutside(endpoint, { ...readable(endpoint), 'content-type': 'text/plain' });
    if (!isForGuests(endpoint)) await sendFromOutside(endpoint, readable(endpoint));
    expect(
      spentLimits.filter((kind) => kind.endsWith('_all') || kind.endsWith('_busy')),
      name,
    ).toEqual([]);
  });

  it.each(named(unsafe.filter(isForGuests)))(
    '%s has a limit of all guests, beyond which each has a small one (R36)',
    async (name, endpoint) => {
      usedUp.clear();
      useUp('_all');
      spentLimits.length = 0;
      expect((await sendFromOutside(endpoint, readable(endpoint))).statusCode, name).not.toBe(429);
      expect(spentLimits.map((kind) => kind.split('_')[1])).toEqual([undefined, 'all', 'busy']);
      useUp('_busy');
      reached.length = 0;
      const answer = await sendFromOutside(endpoint, readable(endpoint));
      expect([answer.statusCode, answer.headers['retry-after'], reached], name).toEqual([429, '17', []]);
    },
  );

  it.each(named(unsafe.filter(({ action }) => accessRefusal(OWNER, action) === undefined)))(
    '%s is counted per staff member, independent of guests (R36)',
    async (name, endpoint) => {
      usedUp.clear();
      useUp('_all');
      useUp('_busy');
      spentLimits.length = 0;
      const answer = await sendFromOutside(endpoint, { ...readable(endpoint), cookie: 'session=owner' });
      expect(answer.statusCode, name).not.toBe(429);
      expect(
        spentLimits.some((kind) => kind.includes('_')),
        name,
      ).toBe(false);
      expect(keys.at(-1), name).toBe('user u1');
    },
  );

  it.each(unsafe.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s refuses requests of other sites, with any credentials (R48)',
    async (name, endpoint) => {
      usedUp.clear();
      reached.length = 0;
      const cookie = 'session=a-session';
      const foreign = ['https://evil.example', 'null'];
      const types = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=b', JSON_API];
      const bodies = {
        'multipart/form-data; boundary=b': '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--b--\r\n',
        [JSON_API]: '{}',
      };
      for (const type of types) {
        const attacks = [...foreign.map((origin) => ({ origin })), ...foreign.map((origin) => ({ origin, 'site-locale': 'ru' })), {}];
        for (const attack of [...attacks, { 'sec-fetch-site': 'cross-site', 'site-locale': 'ru' }]) {
          const answer = await send(endpoint, { cookie, 'content-type': type, ...attack }, bodies[type as keyof typeof bodies] ?? 'a=b');
          expect([403, 415], `${name} ${type} ${JSON.stringify(attack)}`).toContain(answer.statusCode);
          expect(answer.headers['access-control-allow-origin']).toBeUndefined();
          expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
        }
      }
      expect(reached).toEqual([]);
    },
  );
});

describe('every call that needs a signed-in user', () => {
  const closed = ALL_ENDPOINTS.filter(({ action }) => accessRefusal({ kind: 'guest' }, action) !== undefined);

  it.each(closed.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s refuses a guest before it checks the media type',
    async (name, endpoint) => {
      usedUp.clear();
      const own = { accept: 'image/png', 'site-locale': 'en' };
      const types = endpoint.method === 'GET' ? [undefined] : [undefined, 'text/plain', JSON_API, 'multipart/form-data; boundary=b'];
      for (const type of types) {
        const answer = await send(endpoint, { ...own, ...(type === undefined ? {} : { 'content-type': type }) });
        expect([401, 403], `${name} ${type}: ${answer.body}`).toContain(answer.statusCode);
      }
    },
  );
});
