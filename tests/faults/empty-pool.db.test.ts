import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Resource } from '#tests/make/call-api.ts';
import { calculate, fillForm, type GuestOrder, orderOf, readSystems, sendForm } from '#tests/make/customer.ts';
import { createProduct, OWNER, type Product, type ProductProcess, until } from '#tests/make/product.ts';

/** SBERRUB is received by operators, on one account. */
const WISH = { from: 'SBERRUB', to: 'USDTTRC20', side: 'income', amount: '9000' } as const;
const WITHIN_MS = 1_000;
const POOL = '/api/office/v1/pool_requisites';

let product: Product;
let first: ProductProcess;
let second: ProductProcess;
let cookie: string;
let systems: ReadonlyMap<string, Resource>;

beforeAll(async () => {
  product = await createProduct();
  const seeding = await product.start();
  await seeding.stop();
  await product.database.adminDb.run(sql`update payment_systems set rail = 'manual' where code = 'SBERRUB'`);
  [first, second] = await Promise.all([product.start(), product.start()]);
  systems = await readSystems(first.api);
  const session = await first.api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: OWNER });
  cookie = session.headers['set-cookie']?.split(';')[0] ?? '';
});
afterAll(async () => await product.close());

const office = async (method: 'GET' | 'POST', path: string, attributes?: object) =>
  await first.api.call(method, path, {
    ...(attributes === undefined ? {} : { type: 'pool_requisites', attributes: { ...attributes } }),
    headers: { cookie },
  });
const rulesOf = (sharing: string) => ({
  sharing,
  min_amount: null,
  max_amount: null,
  daily_amount: null,
  daily_count: null,
  monthly_amount: null,
  monthly_count: null,
  works_from: null,
  works_until: null,
  rest_minutes: 0,
});
const addRequisite = async () => {
  const fields = systems.get('SBERRUB')?.attributes['outcome_fields'] as { key: string; example: string | null; required: boolean }[];
  const values = Object.fromEntries(fields.filter(({ required }) => required).map(({ key, example }) => [key, example ?? '']));
  const requisites = [{ values, owner_name: 'Ivan P.', bank: 'Bank' }];
  const added = await office('POST', POOL, { payment_system_id: 'SBERRUB', requisites, rules: rulesOf('single'), note: 'opening' });
  expect(added.status, added.text).toBe(201);
};

/** The direction as each client sees it, read from the process that made no change. */
async function readOpenStates(app: ProductProcess): Promise<Readonly<Record<string, boolean>>> {
  const pair = `?income_payment_system_id=${WISH.from}&outcome_payment_system_id=${WISH.to}`;
  const [json, xml, quote, notice] = await Promise.all([
    fetch(`${app.url}/rates.json`).then(async (answer) => await answer.text()),
    fetch(`${app.url}/rates.xml`).then(async (answer) => await answer.text()),
    calculate(app.api, WISH),
    app.api.call('GET', `/api/v1/public_notice${pair}`),
  ]);
  const document = JSON.parse(notice.text) as { meta: { tech_break: { active: boolean; reason: string | null } } };
  return {
    json: /"from":\s*"SBERRUB"/.test(json),
    xml: xml.includes('<from>SBERRUB</from>'),
    quote: quote.status === 200 || quote.status === 201,
    break: !document.meta.tech_break.active,
  };
}
const OPEN = { json: true, xml: true, quote: true, break: true };
const CLOSED = { json: false, xml: false, quote: false, break: false };

it('an empty pool closes the direction on every process within a second, shows when it reopens, and reopens when an operator frees a requisite (R73)', async () => {
  expect(await readOpenStates(second)).toEqual(CLOSED);
  await addRequisite();
  await until(async () => expect(await readOpenStates(second)).toEqual(OPEN), WITHIN_MS + 1_000);

  const form = await fillForm(first.api, WISH, systems);
  const firstOrder: GuestOrder = orderOf(await sendForm(first.api, form));
  await until(async () => expect(await readOpenStates(second)).toEqual(CLOSED), WITHIN_MS);
  const refused = (await calculate(second.api, WISH)).errors[0];
  expect(refused).toMatchObject({ code: 'direction_unavailable', source: { pointer: '/data/attributes/income_payment_system_id' } });
  expect(refused?.detail).toMatch(/(?:19|20):\d\d/);
  const late = await sendForm(second.api, { ...form, email: 'late@example.org' });
  expect(late.errors[0]).toMatchObject({ code: 'direction_unavailable' });

  await until(async () => {
    const alarms = (await office('GET', '/api/office/v1/incidents')).resources();
    const alarm = alarms.find(({ attributes }) => attributes['kind'] === 'pool_empty');
    expect(alarm?.attributes['detail']).toMatchObject({ held_by: firstOrder.id });
  });

  const [row] = (await office('GET', POOL)).resources();
  const freed = await office('POST', `${POOL}/${row?.id}/release`, { order_id: firstOrder.id, reason: 'the customer gave up' });
  expect(freed.status, freed.text).toBe(200);
  await until(async () => expect(await readOpenStates(second)).toEqual(OPEN), WITHIN_MS);
}, 120_000);
