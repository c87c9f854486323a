import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { JSON_API } from '#contract/document.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { accessRefusal } from '#core/access.ts';
import { accept } from '#core/result.ts';
import type { LimitKind, RateLimits } from '#server/platform/http/rate-limits.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';

/** Every call of the contract as the platform serves it, over handlers that only tell that they were reached. */
const reached: string[] = [];
const routes = ALL_ENDPOINTS.map((endpoint) => ({
  endpoint,
  handle: async () => {
    reached.push(endpoint.name);
    return accept({});
  },
}));

/** Which counters a call asks, and which of them are used up. */
const asked: LimitKind[] = [];
const usedUp = new Set<LimitKind>();
const limits: RateLimits = {
  ...noRateLimits,
  areOn: true,
  spend: async (kind) => {
    asked.push(kind);
    return usedUp.has(kind) ? 17 : undefined;
  },
};

let test: TestApp;
// All calls at once: on a busy machine they take their time
beforeAll(async () => {
  test = await createTestApp(routes, { limits });
}, 60_000);
afterAll(async () => {
  await test.app.close();
});

const unsafe: readonly Endpoint[] = ALL_ENDPOINTS.filter(({ method }) => method !== 'GET');
const urlOf = ({ path }: Endpoint): string => path.replaceAll(/\{\w+\}/g, 'x');
const send = (endpoint: Endpoint, headers: Readonly<Record<string, string>>, payload?: string) =>
  test.app.inject({ method: endpoint.method, url: urlOf(endpoint), headers, ...(payload === undefined ? {} : { payload }) });

describe('every unsafe call', () => {
  it.each(unsafe.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s has a limit of its visitor and one of all together, told with Retry-After (R36)',
    async (name, endpoint) => {
      const own = { accept: JSON_API, 'site-locale': 'en', cookie: 'session=a-session' };
      asked.length = 0;
      for (const whose of ['', '_all'] as const) {
        usedUp.clear();
        for (const kind of ['calculation', 'command', 'creation'] as const) usedUp.add(`${kind}${whose}`);
        reached.length = 0;
        const answer = await send(endpoint, own);
        expect([answer.statusCode, answer.headers['retry-after'], reached], name).toEqual([429, '17', []]);
      }
      expect(asked.some((kind) => kind.endsWith('_all'))).toBe(true);
    },
  );

  it.each(unsafe.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s hears no other site, whatever it sends as whom (R48)',
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

describe('every call that asks for somebody', () => {
  const closed = ALL_ENDPOINTS.filter(({ action }) => accessRefusal({ kind: 'guest' }, action) !== undefined);

  it.each(closed.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s says so to a guest before it says which media type it takes',
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
