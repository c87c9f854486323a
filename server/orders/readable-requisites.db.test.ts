import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '#tests/make/world.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { networkNotice, offerEntries } from './readable-requisites.ts';

const CARD = '2200009216090303';

describe('displayed requisites', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(async () => await world.close());

  it('show the owner the unmasked destination, while the masked ones stay masked', async () => {
    const order = await world.order({ outcome_requisites: { account: 'somebody-s-account-4821' } });
    const { attributes } = await presentOrder(world.deps, world.deps.db, { order, locale: 'en' });
    expect(attributes.destination).toEqual([
      { key: 'account', label: 'Account', value: 'somebody-s-account-4821', groups: ['somebody-s-account-4821'] },
    ]);
    expect(JSON.stringify(attributes.outcome_requisites_masked)).not.toContain('somebody');
  });

  it('are the customer’s own again when the money is refunded', async () => {
    const order = await world.order({ income_requisites: { refund: 'where-he-paid-from' } });
    const { attributes } = await presentOrder(world.deps, world.deps.db, { order: { ...order, status: 'refund_pending' }, locale: 'ru' });
    expect(attributes.destination.map((line) => line.value)).toEqual(['where-he-paid-from']);
  });

  it('are split into groups that join to the value, with the network and its warning', () => {
    const deps = { t: createTranslate() };
    const fields = [
      { key: 'card_number', labelKey: 'card_number', value: CARD },
      { key: 'bank', labelKey: 'bank', value: 'Razmen Test Bank' },
      { key: 'recipient', labelKey: 'recipient', value: 'TEST CUSTOMER' },
    ];
    const lines = offerEntries(deps, { fields }, 'ru');
    expect(lines[0]?.groups).toEqual(['2200', '0092', '1609', '0303']);
    expect(lines.map((line) => line.groups.join(''))).toEqual(fields.map((field) => field.value));
    const notice = networkNotice(deps, { network: 'TRC20', currency: 'USDT' }, 'ru');
    expect(notice.network).toBe('TRON (TRC-20)');
    expect(notice.warning).toMatch(/USDT.*TRON \(TRC-20\)/);
    expect(networkNotice(deps, { network: null, currency: 'RUB' }, 'ru')).toEqual({ network: null, warning: null });
  });
});
