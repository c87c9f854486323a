import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeAttributes } from '#contract/office/catalogue/changes.ts';
import type { CataloguePlan, PlanProblem } from '#contract/office/catalogue/plans.ts';
import type { LibraryAttributes, OfficePaymentSystemAttributes } from '#contract/office/catalogue/payment-systems.ts';
import type { OfficeDirectionAttributes } from '#contract/office/catalogue/directions.ts';
import { officeChangeRoutes } from '#server/changes/office-routes.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeCatalogueRoutes } from './office-routes.ts';

const API = '/api/office/v1';

let world: World;
let office: Office;
let treasurer: Person;
let owner: Person;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, [...officeCatalogueRoutes(world.deps), ...officeChangeRoutes(world.deps)]);
  treasurer = await office.person('treasurer');
  owner = await office.person('owner');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

interface Previewed {
  readonly made: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly problems: readonly PlanProblem[];
  readonly digest: string;
}

const preview = async (plan: CataloguePlan, person = treasurer) =>
  (await person.send<Previewed>('POST', `${API}/catalogue_previews`, { plan })).one.attributes;
const counts = ({ made, changed, unchanged, refused }: Previewed) => [made, changed, unchanged, refused];
const apply = async (plan: CataloguePlan, digest: string, person = treasurer) =>
  await person.send<{ change_id: string; state: string; item_count: number }>('POST', `${API}/catalogue_plans`, {
    plan,
    digest,
    note: 'why',
  });
const library = async (code: string, rail = 'test') => {
  const { rows } = await owner.send<LibraryAttributes>('GET', `${API}/payment_system_library?rail=${rail}&per=1000`);
  const row = rows.find(({ id }) => id === code);
  if (row === undefined) throw new Error(`not in the library: ${code}`);
  return row.attributes;
};
const systemNow = async (code: string) =>
  (await owner.send<OfficePaymentSystemAttributes>('GET', `${API}/payment_systems/${code}`)).one.attributes;
const change = async (entity: string, key: string, before: object | null, after: object | null, person = treasurer) =>
  await person.send<ChangeAttributes>('POST', `${API}/changes`, { items: [{ entity, key, before, after }], note: 'why' });
const exported = async (entity: 'direction' | 'payment_system', format: 'csv' | 'json', query = '') =>
  (await owner.send('GET', `${API}/catalogue_files/${entity}/${format}${query}`, undefined, { accept: '*/*' })).raw.toString('utf8');
const NOBODY = { group: 'any', kinds: [], currencies: [], codes: [] } as const;

test('a library system starts as a draft, and opens only after a successful rail check', async () => {
  const known = await library('DOGE');
  expect(known).toMatchObject({ is_present: false, rails: ['test'] });
  expect((await change('payment_system', 'DOGE', null, known.document)).status).toBe(201);
  expect(await systemNow('DOGE')).toMatchObject({ stage: 'draft', income_enabled: false, outcome_enabled: false, checked_at: null });
  const opened = { stage: 'ready', incomeEnabled: true, outcomeEnabled: true };
  const draft = { stage: 'draft', incomeEnabled: false, outcomeEnabled: false };
  expect(await change('payment_system', 'DOGE', { incomeEnabled: false }, { incomeEnabled: true })).toMatchObject({
    status: 422,
    error: { source: { pointer: '/data/attributes/items/0/after/incomeEnabled' } },
  });
  expect(await change('payment_system', 'DOGE', draft, opened)).toMatchObject({
    status: 422,
    error: { source: { pointer: '/data/attributes/items/0/after/stage' }, detail: expect.stringContaining('DOGE') as unknown },
  });
  const insertWith = async (rail: string) =>
    (await treasurer.send('POST', `${API}/payment_system_checks`, { document: { ...known.document, rail } })).one.attributes;
  expect(await insertWith('nowhere')).toMatchObject({ is_fine: false, problem: 'no_rail' });
  expect((await change('payment_system', 'DOGE', draft, opened)).status).toBe(422);
  expect(await insertWith('test')).toMatchObject({ is_fine: true, problem: null });
  expect((await change('payment_system', 'DOGE', draft, opened)).status).toBe(201);
  expect(await systemNow('DOGE')).toMatchObject({ stage: 'ready', income_enabled: true, check_problem: null });
});

test('currency and decimals are fixed once money moved; a wallet with a balance cannot be replaced; a wallet of another asset is refused', async () => {
  const refused = async (before: object, after: object) => {
    const answer = await change('payment_system', 'SBERRUB', before, after, owner);
    return [answer.status, answer.error.source?.pointer?.split('/').at(-1)];
  };
  const { document } = await systemNow('SBERRUB');
  expect(document['scale']).toBe(2);
  expect(await refused({ scale: 2 }, { scale: 3 })).toEqual([422, 'scale']);
  expect(await refused({ asset: 'RUB' }, { asset: 'RUB2' })).toEqual([422, 'asset']);
  expect(await refused({ outcomeWallet: 'SBERRUB' }, { outcomeWallet: 'SBER2' })).toEqual([422, 'outcomeWallet']);
  expect(await refused({ incomeWallet: 'SBERRUB' }, { incomeWallet: 'BTC' })).toEqual([422, 'incomeWallet']);
  expect(await refused({ code: 'SBERRUB' }, { code: 'SBERRUB2' })).toEqual([422, 'key']);
});

test('directions by rule: preview, apply as one change, no effect when repeated', async () => {
  const plan: CataloguePlan = {
    kind: 'by_rule',
    income: { ...NOBODY, kinds: [...NOBODY.kinds], currencies: ['RUB'], codes: [] },
    outcome: { ...NOBODY, kinds: [], currencies: [], codes: ['DOGE'] },
    settings: { marginPpm: 20_000 },
    existing: 'skip',
    same_currency: false,
  };
  const looked = await preview(plan);
  expect(looked.made).toBeGreaterThan(0);
  expect(looked).toMatchObject({ changed: 0, refused: 0, problems: [] });
  expect((await apply(plan, 'another')).status).toBe(409);
  const done = await apply(plan, looked.digest);
  expect(done.one.attributes).toMatchObject({ state: 'applied', item_count: looked.made });
  expect(counts(await preview(plan))).toEqual([0, 0, 0, 0]);
  const { rows, meta } = await owner.send<OfficeDirectionAttributes>(
    'GET',
    `${API}/directions?q=${encodeURIComponent('> doge')}&sort=-margin_percent`,
  );
  expect([rows.length, meta['total']]).toEqual([looked.made, looked.made]);
  expect(rows[0]?.attributes).toMatchObject({ outcome: 'DOGE', margin_percent: '2', enabled: true, is_open: true });
});

test('a bulk edit takes the selected entities or all of a filter, names refused ones, and needs the permission', async () => {
  const filter = { outcome: 'DOGE' };
  const plan = (members: Record<string, unknown>, keys: string[] | null = null): CataloguePlan => ({
    kind: 'set',
    entity: 'direction',
    keys,
    filter,
    members,
  });
  const looked = await preview(plan({ etaMinutes: 33 }));
  expect([looked.changed > 0, looked.made, looked.refused]).toEqual([true, 0, 0]);
  expect((await apply(plan({ etaMinutes: 33 }), looked.digest)).status).toBe(201);
  expect(counts(await preview(plan({ etaMinutes: 33 })))).toEqual([0, 0, looked.changed, 0]);
  expect((await preview(plan({ etaMinutes: 0 }))).problems[0]).toMatchObject({ column: 'etaMinutes', problem: 'eta' });
  expect((await preview(plan({ etaMinutes: 5 }, ['SBERRUB>DOGE', 'NO>WHERE']))).problems).toEqual([
    { row: null, column: null, key: 'NO>WHERE', problem: 'gone' },
  ]);
  expect((await treasurer.send('POST', `${API}/catalogue_previews`, { plan: plan({ incomeCode: 'BTC' }) })).status).toBe(422);
  const support = await office.person('support');
  const one = await preview(plan({ enabled: false }), support);
  expect((await apply(plan({ enabled: false }), one.digest, support)).status).toBe(403);
});

test.each(['direction', 'payment_system'] as const)(
  '%s: what is exported and imported again changes nothing, as a spreadsheet and as JSON',
  async (entity) => {
    for (const format of ['csv', 'json'] as const) {
      const text = await exported(entity, format);
      const looked = await preview({ kind: 'import', entity, format, text });
      expect([looked.made, looked.changed, looked.refused, looked.problems]).toEqual([0, 0, 0, []]);
      expect(looked.unchanged).toBeGreaterThan(3);
    }
  },
);

test('the preview of a file counts new, changed, unchanged and refused entities, with row and column', async () => {
  const text = [
    'income,outcome,margin_percent,conditions_ru,conditions_en,colour',
    'SBERRUB,DOGE,"2,5","\'=cmd()",\'+1,red',
    'doge,sberrub,2,,,',
    'SBERRUB,DOGE,4,,,',
    'BTC,NOWHERE,2,,,',
    'USDTTRC20,DOGE,two,,,',
  ].join('\r\n');
  const plan: CataloguePlan = { kind: 'import', entity: 'direction', format: 'csv', text };
  const looked = await preview(plan);
  expect(counts(looked)).toEqual([1, 1, 0, 3]);
  expect(looked.problems.map(({ row, column, key, problem }) => [row, column, key, problem])).toEqual([
    [1, 'colour', null, 'unknown_column'],
    [6, 'margin_percent', 'USDTTRC20>DOGE', 'percent'],
    [4, null, 'SBERRUB>DOGE', 'twice'],
    [5, null, 'BTC>NOWHERE', 'unknown_system'],
  ]);
  expect((await apply(plan, looked.digest)).one.attributes).toMatchObject({ state: 'applied', item_count: 2 });
  const { rows } = await owner.send<OfficeDirectionAttributes>('GET', `${API}/directions?q=${encodeURIComponent('SBERRUB > DOGE')}`);
  expect(rows[0]?.attributes.document).toMatchObject({ marginPpm: 25_000, conditions: { ru: '=cmd()', en: '+1' } });
  const csv = await exported('direction', 'csv', '?outcome=DOGE');
  expect(csv.startsWith('\uFEFFincome;outcome')).toBe(true);
  expect(csv).toContain(";'=cmd();'+1;");
  expect((await treasurer.send('POST', `${API}/catalogue_previews`, { plan: { ...plan, text: 'hello' } })).status).toBe(422);
});
