import { col, rowType, sql } from '#server/platform/db/db.ts';
import type { OfficeTextAttributes } from '#contract/office/content/texts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailKinds } from '#tests/make/registries.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { defaultSettings } from '#server/shop/shop.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeTextRoutes } from './office-routes.ts';
import { loadTexts } from './loaded-texts.ts';

const PATH = '/api/office/v1/texts/order_letters.status.completed';
const HEADING = 'order_letters.status.completed.heading';
const t = createTranslate();

let world: World;
let office: Office;
let editor: Person;
const deps = () => {
  const all = defaultSettings(t);
  return { ...world.deps, t, shop: { of: <S extends keyof typeof all>(section: S) => all[section] } } as World['deps'];
};

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeTextRoutes(deps()));
  editor = await office.person('content');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const line = (value: string | null) => ({ key: HEADING, locale: 'ru', value });
const save = async (version: number, value: string | null) => await editor.send('PUT', PATH, { version, values: [line(value)] });

test('a changed text is in effect everywhere at once, over the version that was read, and can be reset', async () => {
  const texts = loadTexts({ ...world.deps, t });
  const heading = () => texts.t('ru', HEADING, { got: '5 ₽' });
  const delivered = heading();
  const saved = await Promise.all([save(0, 'Готово: {{got}} у вас'), save(0, 'Иначе: {{got}}')]);
  expect(new Set(saved.map(({ status }) => status))).toEqual(new Set([200, 409]));
  await texts.refresh();
  expect(heading()).toMatch(/^(?:Готово: 5 ₽ у вас|Иначе: 5 ₽)$/);
  expect(texts.t('en', HEADING, { got: '5' })).toBe(t('en', HEADING, { got: '5' }));
  expect((await save(1, null)).status).toBe(200);
  await texts.refresh();
  expect(heading()).toBe(delivered);
  const Row = rowType({ rows: col.number });
  const audited = sql`select count(*)::int as rows from audit_log where action = 'texts.save'`;
  expect((await world.deps.db.one(Row, audited)).rows).toBe(2);
});

test.each(['Без суммы', '{{got}} {{token}}', '{{got}} $t(order_letters.open)', '{{got}} https://evil.example'])(
  '%j is refused at its field, and nothing is saved',
  async (value) => {
    const refused = await save(2, value);
    expect(refused.error).toMatchObject({ code: 'invalid_format', source: { pointer: '/data/attributes/values/0/value' } });
    expect((await editor.send('POST', `${PATH}/try`, { locale: 'ru', values: [line(value)] })).status).toBe(422);
  },
);

test('a preview is rendered escaped, and a test mail is sent to the operator', async () => {
  const values = [line('<b>Готово</b>: {{got}}')];
  const seen = await editor.send('POST', `${PATH}/preview`, { locale: 'ru', values });
  expect(seen.one.attributes['html']).toContain('&lt;b&gt;Готово&lt;/b&gt;: 9');
  expect(seen.one.attributes['title']).toMatch(/^<b>Готово<\/b>: 9/);
  expect((await editor.send('POST', `${PATH}/try`, { locale: 'ru', values })).status).toBe(202);
  const News = rowType({ kind: col.text, subject: col.text, recipient: col.text });
  const news = await world.deps.db.one(News, sql`select kind, subject, recipient from mail_news where kind = 'text_try'`);
  const story = await emailKinds(deps())[news.kind]?.compose({ ...news, version: 1, topic: 'asked', isPaid: true });
  expect(story).toMatchObject({ to: news.recipient, email: { heading: expect.stringMatching(/^<b>Готово/) } });
  const cashier = await office.person('cashier');
  expect((await cashier.send('GET', PATH)).status).toBe(403);
});

test('a text is found by the sentence that a customer has seen, with values in place of variables', async () => {
  const found = async (q: string) =>
    (await editor.send<OfficeTextAttributes>('GET', `/api/office/v1/texts?q=${encodeURIComponent(q)}`)).rows.map(({ id }) => id);
  expect(await found('Выплата задерживается: новый срок 12:40 по Москве')).toEqual(['order_letters.promise_missed']);
  expect(await found('no such sentence anywhere')).toEqual([]);
});
