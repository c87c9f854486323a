import { expect, test } from 'vitest';
import { sumTexts } from './sum-texts.ts';

const side = (name: string, currency: string) => ({ id: name, name, currency_iso_code: currency, rail: 'test' });
const order = {
  income: side('Tether TRC-20', 'USDT'),
  outcome: side('Сбербанк', 'RUB'),
  income_amount: '6000',
  outcome_amount: '482664',
  received_amount: '5999.5',
  income_requisites_masked: {},
  outcome_requisites_masked: { holder: '', card_number: '2202 20•• •••• 0008' },
};

test('a decision names how much and where to, masked; an unknown place is said to be one', () => {
  expect(sumTexts(order, { locale: 'ru', nowhere: 'нигде' })).toEqual({
    give: '6000\u00A0USDT',
    received: '5999,5\u00A0USDT',
    get: '482\u202F664\u00A0RUB',
    to: '2202 20•• •••• 0008 (Сбербанк)',
    back: 'нигде',
  });
});
