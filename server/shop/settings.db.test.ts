import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTranslate } from '#server/platform/translate.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeSettingsRoutes } from './office-routes.ts';
import { loadShop } from './shop.ts';

const CONTACTS = '/api/office/v1/settings/contacts';
const CONTACTS_INPUT = {
  email: 'help@shop.test',
  phone: null,
  telegram: '@shop_help',
  hours: { ru: 'круглосуточно', en: 'day and night' },
};

let world: World;
let office: Office;
let owner: Person;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeSettingsRoutes(world.deps));
  owner = await office.person('owner');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

test('saved settings reach every process, and concurrent edits are refused', async () => {
  expect((await owner.send('GET', CONTACTS)).one.attributes).toMatchObject({ email: null, version: 0, changed_by: null });
  const both = await Promise.all([0, 1].map(async () => await owner.send('PUT', CONTACTS, { ...CONTACTS_INPUT, version: 0 })));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.error.code).toBe('edit_conflict');
  const second = await owner.send('PUT', CONTACTS, { ...CONTACTS_INPUT, phone: '+7 495 000-00-00', version: 1 });
  expect(second.one.attributes).toMatchObject({ phone: '+7 495 000-00-00', version: 2 });
  const shop = loadShop({ ...world.deps, t: createTranslate() });
  await shop.start();
  expect(shop.of('contacts')).toEqual({ ...CONTACTS_INPUT, phone: '+7 495 000-00-00' });
  expect(shop.of('shop').name.ru).toBe('Размен');
  shop.stop();
});

test('the settings of the rate file are saved', async () => {
  const FILE = '/api/office/v1/settings/rate_file';
  expect((await owner.send('GET', FILE)).one.attributes).toMatchObject({ floating: 'marked', old_limits: true, version: 0 });
  expect((await owner.send('PUT', FILE, { floating: 'hidden', old_limits: true, version: 0 })).status).toBe(422);
  const saved = await owner.send('PUT', FILE, { floating: 'left_out', old_limits: false, json: false, version: 0 });
  expect(saved.one.attributes).toMatchObject({ floating: 'left_out', old_limits: false, xml: true, json: false, version: 1 });
});

test('the legal entity takes web addresses only, each in one line', async () => {
  const ENTITY = '/api/office/v1/settings/entity';
  const { version, changed_at: _at, changed_by: _by, ...nobody } = (await owner.send('GET', ENTITY)).one.attributes;
  const input = { ...nobody, legal_name: { ru: 'ООО «Размен»', en: 'Razmen LLC' }, version };
  for (const url of ['javascript:alert(1)', 'http://monitor.example', 'https://', 'monitor.example', 'https://mоnitor.example'])
    expect(await owner.send('PUT', ENTITY, { ...input, monitors: [{ name: 'Monitor', url }] })).toMatchObject({
      status: 422,
      error: { source: { pointer: '/data/attributes/monitors/0/url' } },
    });
  const monitors = [{ name: 'Monitor', url: 'https://monitor.example/razmen' }];
  expect((await owner.send('PUT', ENTITY, { ...input, monitors })).one.attributes).toMatchObject({ monitors, tax_id: '', version: 1 });
});

test('only the owner may save, and an invalid value is refused at its field', async () => {
  const treasurer = await office.person('treasurer');
  expect((await treasurer.send('GET', CONTACTS)).status).toBe(403);
  expect((await treasurer.send('PUT', CONTACTS, { ...CONTACTS_INPUT, version: 2 })).status).toBe(403);
  const wrong = await owner.send('PUT', CONTACTS, { ...CONTACTS_INPUT, email: 'nobody', version: 2 });
  expect(wrong).toMatchObject({ status: 422, error: { source: { pointer: '/data/attributes/email' } } });
  const twoLines = { name: { ru: 'Обмен\r\nBcc: x@example.com', en: 'Swap' }, languages: ['ru'], version: 0 };
  expect(await owner.send('PUT', '/api/office/v1/settings/shop', twoLines)).toMatchObject({
    status: 422,
    error: { source: { pointer: '/data/attributes/name/ru' } },
  });
});
