import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PageEnds, RowPlace } from '#server/platform/db/list-page.ts';
import { createResourceUrl, dataDocument, PLAIN_SHAPE } from './data-document.ts';

const place = {
  url: '/api/v1/examples?page=100',
  shape: PLAIN_SHAPE,
  resourceUrl: () => undefined,
  cursorOf: (row: RowPlace) => row.join('-'),
};

test('a list that was not counted to its end is marked, and has further pages', () => {
  const document = dataDocument({ data: [], page: { page: 100, per: 50, total: 5_500, isTotalTruncated: true } }, place);
  expect(document.meta).toEqual({ page: 100, per: 50, total: 5_500, total_pages: 110, total_is_least: true });
  expect(document.links).toMatchObject({ next: '/api/v1/examples?page=101', last: '/api/v1/examples?page=110' });
  expect(dataDocument({ data: [], page: { page: 1, per: 50, total: 5 } }, place).meta).toEqual({
    page: 1,
    per: 50,
    total: 5,
    total_pages: 1,
  });
});

test('a list read by cursors has links from the rows at its ends, and keeps the page numbers', () => {
  const walked = { ...place, url: '/api/v1/examples?per=2&page=3&page%5Bafter%5D=old' };
  const links = (ends: PageEnds) => dataDocument({ data: [], page: { page: 3, per: 2, total: 9, ends } }, walked).links;
  expect(links({ before: ['d', '4'], after: ['e', '5'] })).toMatchObject({
    first: '/api/v1/examples?per=2&page=1',
    prev: '/api/v1/examples?per=2&page=2&page%5Bbefore%5D=d-4',
    next: '/api/v1/examples?per=2&page=4&page%5Bafter%5D=e-5',
    last: '/api/v1/examples?per=2&page=5',
  });
  expect(links({ before: ['d'], after: null })).toMatchObject({ next: null });
  // An empty page has no rows for cursors, only page numbers
  expect(links({ before: null, after: null })).toMatchObject({
    prev: '/api/v1/examples?per=2&page=2',
    next: '/api/v1/examples?per=2&page=4',
  });
});

test('a resource has the URL of the call that finds it by its id alone, otherwise none', () => {
  const get = (path: string, type: string) => ({ method: 'GET', path, reply: { kind: 'resource', type } }) as unknown as Endpoint;
  const selfOf = createResourceUrl([get('/api/v1/notes/{id}', 'notes'), get('/api/v1/histories/{from}/{to}', 'histories')]);
  expect([selfOf('/api/v1/notes', 'notes', 'a b'), selfOf('/api/v1/histories/A/B', 'histories', 'A-B')]).toEqual([
    '/api/v1/notes/a%20b',
    undefined,
  ]);
});
