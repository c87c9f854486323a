import { describe, expect, test } from 'vitest';
import { listOrders } from '#contract/public/orders.ts';
import { officeListOrders } from '#contract/office/orders/orders.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { listIdentity, readPageStart, type ListCall, writeCursor } from './cursors.ts';

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
  test('brings back the place to the last microsecond, whatever page and size it is asked for with', () => {
    const cursor = cursorOf(ann);
    expect(cursor).toMatch(/^[\w.-]+$/);
    expect(startAt(ann, { 'page[after]': cursor, page: '7', per: '50' })).toEqual({ ok: true, value: { direction: 'after', ...place } });
    expect(startAt(ann, { 'page[before]': cursor })).toEqual({ ok: true, value: { direction: 'before', ...place } });
    expect(startAt(ann, {})).toEqual({ ok: true, value: undefined });
  });

  test('leads one way at a time', () => {
    const cursor = cursorOf(ann);
    expect(startAt(ann, { 'page[after]': cursor, 'page[before]': cursor })).toEqual(refusedFor('page[before]'));
  });

  test.each<[string, ListCall]>([
    ["another customer's list", { ...ann, visitor: person('bob') }],
    ['another order', { ...ann, query: { sort: ['created_at'] } }],
    ['another filter', { ...ann, query: { ...ann.query, status: 'completed' } }],
    ['another call', { ...ann, endpoint: officeListOrders }],
  ])('of %s is not taken', (_, other) => {
    expect(startAt(ann, { 'page[after]': cursorOf(other) })).toEqual(refusedFor('page[after]'));
  });

  test('of an office list is the same for every operator', () => {
    const office: ListCall = { endpoint: officeListOrders, query: { view: 'open' }, visitor: person('ann') };
    expect(startAt({ ...office, visitor: person('bob') }, { 'page[after]': cursorOf(office) }).ok).toBe(true);
  });

  test('that was made up or changed is not taken', () => {
    const [text = '', signature = ''] = cursorOf(ann).split('.');
    const other = Buffer.from(JSON.stringify({ ...place, place: ["'; drop table orders"] })).toString('base64url');
    for (const forged of [`${other}.${signature}`, `${text}.${signature.slice(1)}`, `${text}.x`, text, '.', 'x.y'])
      expect(startAt(ann, { 'page[before]': forged }), forged).toEqual(refusedFor('page[before]'));
  });

  test('is never longer than what is read', () => {
    expect(writeCursor(secrets, listIdentity(ann), { place: ['x'.repeat(4_000)], asOf: null })).toBeUndefined();
    expect(officeListOrders.query.safeParse({ 'page[after]': cursorOf(ann, { place: ['x'.repeat(2_900)], asOf: null }) }).success).toBe(
      true,
    );
    for (const wrong of ['', 'x', `${'x'.repeat(5_000)}.y`, 'a.b.c', 'ж.y'])
      expect(officeListOrders.query.safeParse({ 'page[after]': wrong }).success, wrong).toBe(false);
  });
});
