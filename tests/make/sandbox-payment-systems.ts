import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { makeRequisiteField } from './requisite-field.ts';

/** A rouble card system, with overrides. */
export const cardSystem = (changes: Partial<PaymentSystem> = {}): PaymentSystem => ({
  code: 'SBERRUB',
  kind: 'card',
  stage: 'ready',
  name: { ru: 'Сбер', en: 'Sber' },
  aliases: [],
  currency: 'RUB',
  asset: 'RUB',
  incomeWallet: 'SBERRUB',
  outcomeWallet: 'SBERRUB',
  marketSymbol: 'RUB',
  network: null,
  scale: 2,
  precision: 2,
  rail: 'sandbox',
  railSettings: {},
  minAmount: 1_00n,
  maxAmount: 1_000_000_00n,
  reserveBuffer: 0n,
  networkFee: 0n,
  requiredConfirmations: 0,
  incomeEnabled: true,
  outcomeEnabled: true,
  referalOutputEnabled: false,
  incomeFields: [],
  outcomeFields: [makeRequisiteField({ key: 'card_number', label: { ru: 'Карта', en: 'Card' }, kind: 'card' })],
  mark: { monogram: 'С', tint: 'green' },
  sort: 0,
  ...changes,
});

/** A coin with confirmations, with overrides. */
export const coinSystem = (changes: Partial<PaymentSystem> = {}): PaymentSystem => ({
  ...cardSystem(),
  code: 'BTC',
  kind: 'crypto',
  name: { ru: 'Биткоин', en: 'Bitcoin' },
  currency: 'BTC',
  asset: 'BTC',
  marketSymbol: 'BTC',
  network: 'BTC',
  scale: 8,
  precision: 8,
  requiredConfirmations: 3,
  outcomeFields: [
    makeRequisiteField({ key: 'address', label: { ru: 'Адрес', en: 'Address' }, kind: 'wallet' }),
    makeRequisiteField({ key: 'memo', label: { ru: 'Memo', en: 'Memo' }, kind: 'memo', required: false }),
  ],
  ...changes,
});
