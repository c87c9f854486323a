import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AcquirerAttributes } from '#contract/office/money/acquirers.ts';
import type { AcquirerState } from '#server/adapters/rails/acquirer/port.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeAcquirerRoutes } from './office-routes.ts';

const WALLET: AcquirerState = {
  name: 'wallet',
  title: 'Wallet',
  rail: 'wallet',
  kind: 'form',
  isTest: false,
  origins: [],
  callbackTrust: 'signed',
  isPolled: true,
  supportsRefunds: false,
  currencies: ['USD'],
  lastCallbackAt: null,
  lastRefusedAt: null,
  lastRefusedWhy: null,
  lastAnswerAt: null,
  lastFailureAt: null,
  lastFailure: null,
  openRefunds: 0,
  paysOut: true,
  openPayouts: 0,
  balances: [{ currency: 'USD', amount: '12.00', at: 0 }],
};

let world: World;
let office: Office;
beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(
    world,
    officeAcquirerRoutes(world.deps, async () => await Promise.resolve([WALLET])),
  );
});
afterAll(async () => {
  await office.close();
  await world.close();
});

test('balances at acquirers are shown to those who may read reserves', async () => {
  const balancesFor = async (role: 'support' | 'treasurer') => {
    const seen = await (await office.person(role)).send<AcquirerAttributes>('GET', '/api/office/v1/acquirers');
    return seen.rows.map(({ attributes }) => attributes.balances.map(({ amount }) => amount));
  };
  expect(await balancesFor('support')).toEqual([[]]);
  expect(await balancesFor('treasurer')).toEqual([['12.00']]);
});
