import { describe, expect, it } from 'vitest';
import { NO_SWITCHES, makeCatalogue, makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import type { Rail } from '#server/adapters/rails/port.ts';
import { checkOrderForm, type OrderForm } from './check-order-form.ts';

const railThat = (can: { readonly receives: boolean; readonly paysOut: boolean }): Rail => ({
  name: 'test',
  capabilities: { ...can, transactionUrl: () => null },
  receive: async () => ({ outcome: 'unavailable', reason: 'test' }),
  payOut: async () => ({ outcome: 'unknown', reason: 'test' }),
  askPayout: async () => ({ outcome: 'unknown', reason: 'test' }),
  poll: async () => undefined,
  statement: async () => ({ outcome: 'listed', lines: [], oddities: [] }),
});

const catalogue = makeCatalogue({
  paymentSystems: ['OPEN', 'OTHER', 'CLOSED', 'DEAF', 'POOR'].map((code) =>
    makePaymentSystem({ code, rail: code, incomeEnabled: code !== 'CLOSED', outcomeEnabled: code !== 'CLOSED' }),
  ),
  directions: [
    makeDirection({ incomeCode: 'OPEN', outcomeCode: 'OTHER' }),
    makeDirection({ incomeCode: 'OPEN', outcomeCode: 'CLOSED' }),
    makeDirection({ incomeCode: 'CLOSED', outcomeCode: 'OPEN' }),
    makeDirection({ incomeCode: 'DEAF', outcomeCode: 'OPEN' }),
    makeDirection({ incomeCode: 'OPEN', outcomeCode: 'POOR' }),
    makeDirection({ incomeCode: 'POOR', outcomeCode: 'OTHER', enabled: false }),
  ],
});
const rails = new Map(
  ['OPEN', 'OTHER', 'CLOSED', 'DEAF', 'POOR'].map(
    (code) => [code, railThat({ receives: code !== 'DEAF', paysOut: code !== 'POOR' })] as const,
  ),
);

const rules = { version: 1, everywhere: ['XMR'], byCountry: { DE: ['RUB'] } };
const countries = { rules: () => rules, countryOf: async () => null };
const deps = { catalogue, rails, switches: NO_SWITCHES, clock: { now: () => 0 }, countries };

const form = (from: string, to: string, change: Partial<OrderForm> = {}): OrderForm => ({
  payment_system_from_id: from,
  payment_system_to_id: to,
  income_amount: '5000',
  rate_calculation_id: 'quote',
  email: 'guest@example.org',
  income_requisites: {},
  outcome_requisites: {},
  accept_terms: true,
  ...change,
});

describe('the form of an order', () => {
  it('is accepted where the direction is open and both rails work', () => {
    expect(checkOrderForm(deps, form('OPEN', 'OTHER'), null)).toMatchObject({ ok: true, value: { incomeAmount: 500_000n } });
  });

  it.each([
    ['a switched off direction', 'POOR', 'OTHER', 'payment_system_to_id'],
    ['a pair that exists only in reverse', 'OTHER', 'OPEN', 'payment_system_to_id'],
    ['the same system on both sides', 'OPEN', 'OPEN', 'payment_system_to_id'],
    ['an unknown system', 'OPEN', 'NOWHERE', 'payment_system_to_id'],
    ['a system closed for outcome', 'OPEN', 'CLOSED', 'payment_system_to_id'],
    ['a system closed for income', 'CLOSED', 'OPEN', 'payment_system_from_id'],
    ['a rail that cannot receive', 'DEAF', 'OPEN', 'payment_system_from_id'],
    ['a rail that cannot pay out', 'OPEN', 'POOR', 'payment_system_to_id'],
  ])('is refused for %s, at its field (R14)', (_name, from, to, field) => {
    expect(checkOrderForm(deps, form(from, to), null)).toEqual({
      ok: false,
      refusals: [{ code: 'direction_unavailable', field }],
    });
  });

  it('reports all problems at once', () => {
    const refused = checkOrderForm(deps, form('OPEN', 'OTHER', { income_amount: '1e3', email: ' ', accept_terms: false }), null);
    expect(refused).toMatchObject({
      ok: false,
      refusals: [{ field: 'income_amount' }, { code: 'required', field: 'email' }, { code: 'terms_not_accepted' }],
    });
  });
});
