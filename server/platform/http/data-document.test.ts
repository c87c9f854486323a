import { expect, test } from 'vitest';
import { dataDocument } from './data-document.ts';
import { PLAIN_SHAPE } from './shape-reply.ts';

const place = { url: '/api/v1/examples?page=100', shape: PLAIN_SHAPE, selfOf: () => undefined };

test('a list that was not counted to its end says so, and goes on', () => {
  const document = dataDocument({ data: [], page: { page: 100, per: 50, total: 5_500, isMore: true } }, place);
  expect(document.meta).toEqual({ page: 100, per: 50, total: 5_500, total_pages: 110, total_is_least: true });
  expect(document.links).toMatchObject({ next: '/api/v1/examples?page=101', last: '/api/v1/examples?page=110' });
  expect(dataDocument({ data: [], page: { page: 1, per: 50, total: 5 } }, place).meta).toEqual({
    page: 1,
    per: 50,
    total: 5,
    total_pages: 1,
  });
});
