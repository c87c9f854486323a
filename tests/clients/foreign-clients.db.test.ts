import Devour from 'devour-client';
import Kitsu from 'kitsu';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProduct, type Product, type ProductProcess, until } from '#tests/make/product.ts';

/** Third-party JSON:API clients, configured by their own options and never patched (contract 1). */
let product: Product;
let app: ProductProcess;

beforeAll(async () => {
  product = await createProduct();
  app = await product.start();
});
afterAll(async () => {
  await product.close();
});

const PAIR = { income_payment_system_id: 'USDTTRC20', outcome_payment_system_id: 'SBERRUB' } as const;
const orderForm = (calculation: Readonly<Record<string, unknown>>, systems: readonly Readonly<Record<string, unknown>>[]) => {
  const examples = (code: string, side: string) => {
    const fields = systems.find(({ id }) => id === code)?.[`${side}_fields`] as {
      key: string;
      required: boolean;
      example: string | null;
    }[];
    return Object.fromEntries(fields.filter(({ required }) => required).map(({ key, example }) => [key, example ?? '']));
  };
  return {
    payment_system_from_id: PAIR.income_payment_system_id,
    payment_system_to_id: PAIR.outcome_payment_system_id,
    income_amount: calculation['income_amount'],
    rate_calculation_id: calculation['id'],
    email: 'foreign@example.org',
    income_requisites: examples(PAIR.income_payment_system_id, 'income'),
    outcome_requisites: examples(PAIR.outcome_payment_system_id, 'outcome'),
    accept_terms: true,
  };
};

describe('kitsu', () => {
  const client = () =>
    new Kitsu({
      baseURL: `${app.url}/api/v1`,
      headers: { 'Site-Locale': 'en' },
      camelCaseTypes: false,
      resourceCase: 'snake',
      pluralize: false,
      query: 'modern',
    });

  it('reads, creates orders, gets requisites and cancels', async () => {
    const api = client();
    const listed = await api.get('payment_systems', {
      params: { fields: { payment_systems: 'name,currency_iso_code' }, sort: '-currency_iso_code,name', page: { number: 1, size: 5 } },
    });
    expect(listed.data).toHaveLength(5);
    expect(Object.keys(listed.data[0]).toSorted()).toEqual(['currency_iso_code', 'id', 'name', 'type']);
    expect(listed.meta).toMatchObject({ page: 1, per: 5 });

    const { data: systems } = await api.get('payment_systems');
    const { data: calculation } = await api.create('rate_calculations/from_income', { income_amount: '100', ...PAIR });
    const { data: created } = await api.create('orders', orderForm(calculation, systems), {
      params: { include: 'income_payment_system' },
    });
    expect(created.income_payment_system.data.name).toBeTypeOf('string');
    const headers = { 'Order-Token': created.access_token };
    const where = await until(() => api.create(`orders/${created.id}/get_requisites`, {}, { headers }));
    expect(where.data).toMatchObject({ type: 'requisites', amount: '100' });
    const { data: read } = await api.get(`orders/${created.id}`, { params: { fields: { orders: 'status,version' } }, headers });
    expect(Object.keys(read).toSorted()).toEqual(['id', 'links', 'status', 'type', 'version']);
    const { data: cancelled } = await api.delete('orders', created.id, { headers });
    expect(cancelled.status).toBe('cancelled');
  });

  it('reads our refusals', async () => {
    const refused = client().create('rate_calculations/from_income', { income_amount: 'much', ...PAIR });
    await expect(refused).rejects.toMatchObject({
      errors: [{ code: 'not_allowed_amount', source: { pointer: '/data/attributes/income_amount' } }],
    });
  });
});

const text = '';
const ORDER = {
  ...Object.fromEntries(
    [
      'payment_system_from_id',
      'payment_system_to_id',
      'income_amount',
      'outcome_amount',
      'rate_calculation_id',
      'email',
      'accept_terms',
    ].map((name) => [name, text]),
  ),
  income_requisites: {},
  outcome_requisites: {},
  status: text,
  version: 0,
  access_token: text,
};

describe('devour', () => {
  it('reads, creates orders, gets requisites and cancels', async () => {
    const api = new Devour({ apiUrl: `${app.url}/api/v1`, logger: false });
    api.headers = { 'Site-Locale': 'en' };
    api.define('payment_system', { name: text, income_fields: [], outcome_fields: [], currency_iso_code: text });
    api.define('rate_calculation', {
      income_amount: text,
      outcome_amount: text,
      income_payment_system_id: text,
      outcome_payment_system_id: text,
    });
    api.define(
      'from_income',
      { income_amount: text, income_payment_system_id: text, outcome_payment_system_id: text },
      {
        collectionPath: 'from_income',
        type: 'from_income',
      },
    );
    api.define('order', ORDER);
    api.define('get_requisite', {});
    api.define('requisite', { kind: text, amount: text, fields: [] });

    const { data: systems, meta } = await api.findAll('payment_system', { sort: 'name', 'page[size]': 200 });
    expect(meta).toMatchObject({ page: 1, per: 200 });
    const { data: calculation } = await api
      .all('rate_calculation')
      .all('from_income')
      .post({ income_amount: '100', ...PAIR });
    const { data: created } = await api.create('order', orderForm(calculation, systems));
    api.headers['Order-Token'] = String(created['access_token']);
    const id = String(created['id']);
    const where = await until(() => api.one('order', id).all('get_requisite').post({}));
    expect(where.data).toMatchObject({ kind: 'requisites', amount: '100' });
    const { data: read } = await api.find('order', id, { 'fields[orders]': 'status' });
    expect(read).toMatchObject({ id, status: expect.stringMatching(/^awaiting_/) });
    expect(read).not.toHaveProperty('version');
    await api.destroy('order', id);
    expect((await api.find('order', id)).data).toMatchObject({ status: 'cancelled' });
  });
});
