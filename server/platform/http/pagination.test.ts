import { describe, expect, test } from 'vitest';
import { officeListOrders } from '#contract/office/orders/orders.ts';
import { listOrders } from '#contract/public/orders.ts';
import type { PageStart } from '#server/platform/db/list-page.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { type ListCall, listIdentity, pageInfo, readPageRequest, readPageStart, writeCursor } from './pagination.ts';

const ENDS = { before: null, after: null };

describe('a page of a long list', () => {
  test('is counted to the end if the end is near', () => {
    const page = readPageRequest({ query: { page: '3', per: '50' }, from: undefined });
    expect([page.limit, page.offset]).toEqual([50, 100]);
    expect(pageInfo(page, 4_999, ENDS)).toEqual({ page: 3, per: 50, ends: ENDS, total: 4_999 });
    expect(pageInfo(page, 5_000, ENDS)).toEqual({ page: 3, per: 50, ends: ENDS, total: 5_000 });
    expect(pageInfo(page, 5_001, ENDS)).toEqual({ page: 3, per: 50, ends: ENDS, total: 5_000, isTotalTruncated: true });
  });

  test('of a longer list always leads to further pages', () => {
    for (const number of [1, 99, 100, 1_000]) {
      const page = readPageRequest({ query: { page: String(number), per: '50' }, from: undefined });
      const { total } = pageInfo(page, page.maxCounted + 1, ENDS);
      expect(total / page.per).toBeGreaterThanOrEqual(number + 10);
    }
  });

  test('after a cursor skips and counts no rows for it', () => {
    const from = { direction: 'after', place: ['x'], asOf: null } satisfies PageStart;
    const page = readPageRequest({ query: { page: '1000', per: '50' }, from });
    expect([page.from, page.maxCounted]).toEqual([from, 5_000]);
    expect(pageInfo(page, 5_001, ENDS)).toEqual({ page: 1_000, per: 50, ends: ENDS, total: 49_951, isTotalTruncated: true });
    expect(pageInfo(page, 4_999, ENDS)).toMatchObject({ total: 4_999 });
  });
});

const secrets = createSecrets('a secret of tests, 32 characters');
const person = (userId: string) =>
  ({ kind: 'user', userId, sessionId: userId, role: 'owner', email: 'a@example.org', hasVerifiedEmail: true }) as const;
const ann: ListCall = { endpoint: listOrders, query: { per: '2', sort: ['status'] }, visitor: person('ann') };
const place = { place: ['completed', '2026-11-21 12:00:00.123456+00', null], asOf: null };

function cursorOf(walk: ListCall, written: { place: (string | null)[]; asOf: string | null } = place): string {
  const cursor = writeCursor(secrets, listIdentity(walk), written);
  if (cursor === undefined) throw new Error('too long');
  return cursor;
}

const startAt = (walk: ListCall, query: Readonly<Record<string, string>>) =>
  readPageStart(secrets, { ...walk, query: { ...walk.query, ...query } });
const refusedFor = (parameter: string) => ({ ok: false, refusals: [{ code: 'invalid_parameter', parameter }] });

describe('a cursor', () => {
  test('contains the position to the microsecond, for any page number and size', () => {
    const cursor = cursorOf(ann);
    expect(cursor).toMatch(/^[\w.-]+$/);
    expect(startAt(ann, { 'page[after]': cursor, page: '7', per: '50' })).toEqual({ ok: true, value: { direction: 'after', ...place } });
    expect(startAt(ann, { 'page[before]': cursor })).toEqual({ ok: true, value: { direction: 'before', ...place } });
    expect(startAt(ann, {})).toEqual({ ok: true, value: undefined });
  });

  test('has one direction', () => {
    const cursor = cursorOf(ann);
    expect(startAt(ann, { 'page[after]': cursor, 'page[before]': cursor })).toEqual(refusedFor('page[before]'));
  });

  test.each<[string, ListCall]>([
    ["another customer's list", { ...ann, visitor: person('bob') }],
    ['another order', { ...ann, query: { sort: ['created_at'] } }],
    ['another filter', { ...ann, query: { ...ann.query, status: 'completed' } }],
    ['another call', { ...ann, endpoint: officeListOrders }],
  ])('of %s is refused', (_, other) => {
    expect(startAt(ann, { 'page[after]': cursorOf(other) })).toEqual(refusedFor('page[after]'));
  });

  test('of an office list is the same for every operator', () => {
    const office: ListCall = { endpoint: officeListOrders, query: { view: 'open' }, visitor: person('ann') };
    expect(startAt({ ...office, visitor: person('bob') }, { 'page[after]': cursorOf(office) }).ok).toBe(true);
  });

  test('that is forged or changed is refused', () => {
    const [text = '', signature = ''] = cursorOf(ann).split('.');
    const other = Buffer.from(JSON.stringify({ ...place, place: ["'; drop table orders"] })).toString('base64url');
    for (const forged of [`${other}.${signature}`, `${text}.${signature.slice(1)}`, `${text}.x`, text, '.', 'x.y'])
      expect(startAt(ann, { 'page[before]': forged }), forged).toEqual(refusedFor('page[before]'));
  });

  test('is never longer than the accepted length', () => {
    expect(writeCursor(secrets, listIdentity(ann), { place: ['x'.repeat(4_000)], asOf: null })).toBeUndefined();
    expect(officeListOrders.query.safeParse({ 'page[after]': cursorOf(ann, { place: ['x'.repeat(2_900)], asOf: null }) }).success).toBe(
      true,
    );
    for (const wrong of ['', 'x', `${'x'.repeat(5_000)}.y`, 'a.b.c', 'ж.y'])
      expect(officeListOrders.query.safeParse({ 'page[after]': wrong }).success, wrong).toBe(false);
  });
});
