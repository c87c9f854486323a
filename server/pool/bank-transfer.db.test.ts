import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { orderNumber } from '#core/order/number.ts';
import { bankQrOf } from '#core/requisites/bank-qr.ts';
import { accountField, bikField, fullNameField } from '#server/payment-systems/library/fields.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { addToPool } from '#tests/make/pool.ts';
import { checkAccount, poolFields } from './account.ts';
import { createManualReceiving } from './give-requisite.ts';

const BIK = '044525225';
const ACCOUNT = '40817810438000000001';
const CORRESPONDENT = '30101810400000000225';

let world: ManualWorld;
let system: PaymentSystem;
beforeAll(async () => {
  world = await createManualWorld();
  system = { ...world.roubles, kind: 'bank_account', outcomeFields: [accountField('to'), bikField, fullNameField('to')] };
});
afterAll(async () => await world.close());

const check = (values: Readonly<Record<string, string>>) =>
  checkAccount(world.deps, system, { values: { account: ACCOUNT, bik: BIK, ...values }, ownerName: 'Ivan Petrov', bank: 'Bank' });

test('a Russian account may have a correspondent account of its bank and a purpose of payment', () => {
  expect(poolFields(system).map(({ key, required }) => [key, required])).toEqual([
    ['account', true],
    ['bik', true],
    ['corr_account', false],
    ['purpose', false],
  ]);
  expect(poolFields(world.roubles).map(({ key }) => key)).not.toContain('corr_account');
  expect(check({}).ok).toBe(true);
  expect(check({ corr_account: CORRESPONDENT, purpose: 'Order {order}' }).ok).toBe(true);
  expect(check({ corr_account: '30101810400000000226' })).toMatchObject({
    ok: false,
    refusals: [{ code: 'invalid_bank_account', field: 'values/corr_account' }],
  });
  expect(check({ corr_account: '3010181040000000022' })).toMatchObject({ ok: false, refusals: [{ field: 'values/corr_account' }] });
});

test('the payer of a bank transfer gets its purpose with the number of the order, and all that the payment QR code needs', async () => {
  const receiving = createManualReceiving(world.deps);
  const id = await addToPool(world.deps, system, { values: { account: ACCOUNT, bik: BIK, corr_account: CORRESPONDENT } });
  expect(id).not.toBe('');
  const order = await world.order({ payment_system_from_id: system.code, payment_system_to_id: 'USDTTRC20' });
  const texts = { payerRequisites: {}, locale: 'en', successUrl: '', failureUrl: '' } as const;
  const answer = await receiving.receive({ orderId: order.id, paymentSystem: system, amount: 500_000n, ...texts });
  if (answer.outcome !== 'offered') throw new Error(answer.outcome);
  const purpose = world.deps.t('ru', 'requisites.purpose_of_order', { order: orderNumber(order.id) });
  const lines = answer.offer.fields.map(({ key, value }) => [key, value]);
  expect(lines).toEqual([
    ['account', ACCOUNT],
    ['bik', BIK],
    ['bank', 'Test Bank'],
    ['recipient', 'Ivan P.'],
    ['corr_account', CORRESPONDENT],
    ['purpose', purpose],
  ]);
  expect(bankQrOf(answer.offer.fields, 500_000n)).toBe(
    `ST00012|Name=Ivan P.|PersonalAcc=${ACCOUNT}|BankName=Test Bank|BIC=${BIK}|CorrespAcc=${CORRESPONDENT}|Sum=500000|Purpose=${purpose}`,
  );
});

test("an operator's purpose of payment names the order", async () => {
  const receiving = createManualReceiving(world.deps);
  const values = { account: '40702810138250123017', bik: BIK, purpose: 'Договор {order}, без НДС' };
  await addToPool(world.deps, system, { values });
  const order = await world.order({ payment_system_from_id: system.code, payment_system_to_id: 'USDTTRC20' });
  const texts = { payerRequisites: {}, locale: 'ru', successUrl: '', failureUrl: '' } as const;
  const answer = await receiving.receive({ orderId: order.id, paymentSystem: system, amount: 500_000n, ...texts });
  const fields = answer.outcome === 'offered' ? answer.offer.fields : [];
  expect(fields.at(-1)).toEqual({ key: 'purpose', labelKey: 'purpose', value: `Договор ${orderNumber(order.id)}, без НДС` });
  expect(bankQrOf(fields, 500_000n)).toBeNull();
});
