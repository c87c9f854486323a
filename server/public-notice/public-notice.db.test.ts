import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficeNoticeAttributes } from '#contract/office/content/public-notice.ts';
import type { PublicNoticeAttributes } from '#contract/public/public-notice.ts';
import { toRfc3339 } from '#core/time.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { officeSwitchRoutes } from '#server/switches/office-routes.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeNoticeRoutes } from './office-routes.ts';
import type { LoadedNotices } from './notices.ts';
import { noticeRoutes } from './routes.ts';

const PATH = '/api/office/v1/public_notices';
const TEXT = { ru: 'Сбербанк отвечает медленно', en: 'Sberbank answers slowly' };

let world: World;
let office: Office;
let content: Person;

beforeAll(async () => {
  world = await createWorld();
  const routes = [...noticeRoutes(world.deps), ...officeNoticeRoutes(world.deps), ...officeSwitchRoutes(world.deps)];
  office = await createOffice(world, routes);
  content = await office.person('content', 'Kira');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const at = (ms: number) => toRfc3339(world.deps.clock.now() + ms);
const publish = (more: object = {}, person = content) =>
  person.send<OfficeNoticeAttributes>('POST', PATH, { kind: 'warning', text: TEXT, ...more });
const withdraw = (id: string) => content.send<OfficeNoticeAttributes>('POST', `${PATH}/${id}/withdraw`);
/** The visitor's current notice. Reloaded first, because the test world gets no notifications of other processes. */
async function currentNotice() {
  await (world.deps.notices as LoadedNotices).refresh();
  const answer = await office.guest.send<PublicNoticeAttributes>('GET', '/api/v1/public_notice');
  const { data } = JSON.parse(answer.raw.toString()) as { data: { id: string; attributes: PublicNoticeAttributes } | null };
  return { data, planned: answer.meta['planned_break'] };
}

test('at most one notice: visible from start to end, a changed one has a new key, overlaps are refused', async () => {
  const { one, status } = await publish({ link: '/terms', from: at(HOUR_MS), until: at(2 * HOUR_MS) });
  expect([status, one.attributes.state]).toEqual([201, 'planned']);
  expect((await currentNotice()).data).toBeNull();
  expect((await publish({ until: at(90 * MINUTE_MS) })).error).toMatchObject({
    code: 'order_state_conflict',
    source: { pointer: '/data/attributes/from' },
  });
  // Of two concurrent publications the second is refused
  const both = await Promise.all([publish({ from: at(3 * HOUR_MS) }), publish({ from: at(4 * HOUR_MS) })]);
  expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  await withdraw(both.find((answer) => answer.status === 201)?.one.id ?? '');
  await world.pass(HOUR_MS);
  const first = await currentNotice();
  expect(first.data?.attributes).toMatchObject({ kind: 'warning', text: TEXT.en, link: '/terms', dismissible: true, revision: 1 });
  const edit = (revision: number, more: object = {}) =>
    content.send<OfficeNoticeAttributes>('PUT', `${PATH}/${one.id}`, { kind: 'outage', text: TEXT, until: at(HOUR_MS), revision, ...more });
  expect((await edit(1)).one.attributes).toMatchObject({ revision: 2, state: 'shown' });
  expect((await edit(1)).error.code).toBe('edit_conflict');
  const second = await currentNotice();
  expect(second.data?.attributes.kind).toBe('outage');
  expect(second.data?.id).not.toBe(first.data?.id);
  await world.pass(HOUR_MS);
  expect((await currentNotice()).data).toBeNull();
});

test('withdrawn once, by permitted roles; its link is ours or https; every action is in the audit log', async () => {
  const { one } = await publish({ link: 'https://status.bank.example/x?y=1' });
  expect((await currentNotice()).data?.attributes.link).toBe('https://status.bank.example/x?y=1');
  expect((await withdraw(one.id)).one.attributes).toMatchObject({ state: 'withdrawn', withdrawn_by: 'Kira' });
  expect((await withdraw(one.id)).error.code).toBe('order_state_conflict');
  expect((await currentNotice()).data).toBeNull();
  for (const link of [
    '//evil.example',
    String.raw`\\evil`,
    'javascript:alert(1)',
    'http://bank.example',
    'https://u:p@bank.example',
    'https://bаnk.example',
    '/%5cevil',
  ])
    expect((await publish({ link })).error.source?.pointer, link).toBe('/data/attributes/link');
  expect((await publish({ text: { ru: ' ', en: 'x' } })).error).toMatchObject({
    code: 'required',
    source: { pointer: '/data/attributes/text/ru' },
  });
  expect((await publish({ until: at(-1) })).error.source?.pointer).toBe('/data/attributes/until');
  expect((await publish({}, await office.person('cashier'))).error.code).toBe('access_denied');
  const auditRows = await world.deps.db.many(
    as<{ action: string }>(),
    sql`select action from audit_log where subject_id = ${one.id} order by at`,
  );
  expect(auditRows.map(({ action }) => action)).toEqual(['notice.publish', 'notice.withdraw']);
});

test('a planned break is announced a day ahead, before plain information, and ends when the break starts', async () => {
  const treasurer = await office.person('treasurer');
  const { one } = await publish({ kind: 'info' });
  await treasurer.send('POST', '/api/office/v1/switches', {
    kind: 'shop',
    reason: 'maintenance',
    from: at(25 * HOUR_MS),
    until: at(26 * HOUR_MS),
  });
  await world.switches.refresh();
  expect(await currentNotice()).toMatchObject({ data: { attributes: { kind: 'info' } }, planned: null });
  await world.pass(HOUR_MS);
  const ahead = await currentNotice();
  expect(ahead.planned).toMatchObject({ from: at(24 * HOUR_MS), until: at(25 * HOUR_MS) });
  expect(ahead.data?.attributes).toMatchObject({ kind: 'warning', dismissible: true });
  expect(ahead.data?.attributes.text).toContain('Planned break');
  await world.pass(24 * HOUR_MS);
  expect(await currentNotice()).toMatchObject({ data: { attributes: { kind: 'info' } }, planned: null });
  await withdraw(one.id);
});
