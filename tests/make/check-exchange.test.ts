import { describe, expect, test } from 'vitest';
import { checkExchange, type Exchange } from './check-exchange.ts';

const HEADERS = { 'content-type': 'application/vnd.api+json', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const good = {
  data: { type: 'orders', id: 'x', attributes: { income_amount: '1.5', created_at: '2026-01-01T00:00:00.000Z' } },
  links: { self: '/api/v1/orders/x' },
};
const error = { id: 'e', status: '404', code: 'not_found', title: 'Page not found', detail: 'There is nothing.' };

const check = (body: unknown, change: Partial<Exchange> = {}) =>
  checkExchange({ method: 'GET', url: '/api/v1/orders/x', status: 200, headers: HEADERS, body: JSON.stringify(body), ...change });
const attributes = (extra: Record<string, unknown>) => ({ ...good, data: { ...good.data, attributes: extra } });

test('an answer by the rules has no findings', () => {
  expect(check(good)).toEqual([]);
  expect(check({ errors: [error] }, { status: 404 })).toEqual([]);
  expect(check({ data: null, links: { self: '/api/v1/orders/x' } })).toEqual([]);
});

describe('what the recorder finds', () => {
  test.each([
    ['a charset', good, { headers: { ...HEADERS, 'content-type': 'application/vnd.api+json; charset=utf-8' } }, 'Content-Type is'],
    ['no JSON', undefined, { body: '<html>' }, 'no JSON:API document'],
    ['neither data nor errors', { links: { self: '/api/v1/orders/x' } }, {}, 'neither data'],
    ['a number as id', { ...good, data: { ...good.data, id: 5 } }, {}, 'no resource identifier'],
    ['a stray member', { ...good, total: 5 }, {}, 'the member total'],
    ['an amount as a number', attributes({ income_amount: 1.5 }), {}, 'not a decimal string'],
    ['a time of another form', attributes({ created_at: '2026-01-01' }), {}, 'no RFC 3339'],
    ['an id among the attributes', attributes({ id: 'x' }), {}, 'twice in one namespace'],
    ['a resource twice', { ...good, included: [good.data] }, {}, 'in the document twice'],
    ['an orphan', { ...good, included: [{ type: 'users', id: 'u', attributes: {} }] }, {}, 'linked from nowhere'],
    ['a foreign self', { ...good, links: { self: '/elsewhere' } }, {}, 'links.self'],
    ['a page without links', { data: [], links: { self: '/api/v1/orders/x' }, meta: { total_pages: 1 } }, {}, 'no links.first'],
    ['an unknown code', { errors: [{ ...error, code: 'surprise' }] }, { status: 404 }, 'closed list'],
    ['another status', { errors: [error] }, { status: 422 }, 'under the status 422'],
    ['an unfinished sentence', { errors: [{ ...error, detail: 'At least {{min}}' }] }, { status: 404 }, 'no finished sentence'],
    ['a missing translation', { errors: [{ ...error, detail: 'detail.not_found' }] }, { status: 404 }, 'no finished sentence'],
    ['data beside errors', { ...good, errors: [error] }, { status: 404 }, 'data and errors'],
    ['429 without a time', { errors: [{ ...error, status: '429', code: 'too_many_requests' }] }, { status: 429 }, 'Retry-After'],
    ['a cached private answer', good, { headers: { ...HEADERS, 'cache-control': 'max-age=60' } }, 'Cache-Control'],
    ['a public answer without ETag', good, { headers: { ...HEADERS, 'cache-control': 'public, no-cache' } }, 'ETag'],
    ['a body under 204', good, { status: 204 }, 'a body under 204'],
  ] as const)('%s', (_name, body, change, finding) => {
    expect(check(body, change).join('\n')).toContain(finding);
  });
});
