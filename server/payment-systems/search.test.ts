import { describe, expect, test } from 'vitest';
import { matchesQuery } from '#core/payment-system/search.ts';
import { DEMO_PAYMENT_SYSTEMS } from './demo.ts';

/** Codes of demo payment systems that match a query. */
const found = (query: string): string[] =>
  DEMO_PAYMENT_SYSTEMS.filter(({ name, code, currency, network, aliases }) =>
    matchesQuery([name.ru, code, currency, network ?? '', ...aliases], query),
  ).map(({ code }) => code);

const DOLLAR_TOKENS = ['USDTTRC20', 'USDTERC20', 'USDTBEP20'];

describe('common names of payment systems', () => {
  test.each([
    ['бит', ['BTC']],
    ['тинькофф', ['TCSBRUB']],
    ['Тинёк', ['TCSBRUB']],
    ['тезер', DOLLAR_TOKENS],
    ['эфир', ['ETH', 'USDTERC20', 'USDCERC20']],
    ['тон', ['GRAM']],
    ['юмани', ['YAMRUB']],
    ['сбер', ['SBERRUB']],
    ['наличка', ['CASHRUB']],
    ['advcash', ['ADVCUSD']],
  ])('%s', (query, codes) => expect(found(query)).toEqual(codes));
});

describe('several words, in any order', () => {
  test.each([
    ['усдт трц', ['USDTTRC20']],
    ['trc usdt', ['USDTTRC20']],
    ['tether erc', ['USDTERC20']],
    ['карта тенге', ['KSPBKZT', 'CARDKZT']],
    ['usdt sberbank', []],
    ['trc-20', ['USDTTRC20']],
    ['usdt erc 20', ['USDTERC20']],
    ['сбер рубль', ['SBERRUB']],
  ])('%s', (query, codes) => expect(found(query)).toEqual(codes));
});

describe('the wrong keyboard layout', () => {
  test.each([
    ['иес', ['BTC']],
    ['ИЕС', ['BTC']],
    ['гыве', DOLLAR_TOKENS],
    ['ntpth', DOLLAR_TOKENS],
    ['c,th', ['SBERRUB']],
    ['ghbdfn', ['CARDUAH']],
    ['.vfyb', ['YAMRUB']],
    ['гыве trc', ['USDTTRC20']],
  ])('%s', (query, codes) => expect(found(query)).toEqual(codes));
});

test('currencies, networks and codes', () => {
  expect(found('eur')).toEqual(['SEPAEUR', 'WISEEUR']);
  expect(found('bep20')).toEqual(['USDTBEP20', 'BNBBEP20']);
  expect(found('рубль')).toEqual(found('rub'));
  expect(found('криптовалюта')).toEqual(DEMO_PAYMENT_SYSTEMS.filter(({ kind }) => kind === 'crypto').map(({ code }) => code));
  expect(found('usdttrc20')).toEqual(['USDTTRC20']);
});

test('an empty query matches everything, an unknown word nothing', () => {
  expect(found('  ')).toHaveLength(DEMO_PAYMENT_SYSTEMS.length);
  expect(found('йцукенг')).toEqual([]);
  expect(found('!!!')).toEqual([]);
});
