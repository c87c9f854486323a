import { expect, it } from 'vitest';
import { makeRequisiteField } from '#tests/make/requisite-field.ts';
import { ownTexts } from './own-requisites.ts';

const field = (key: string, kind: Parameters<typeof makeRequisiteField>[0]['kind']) => makeRequisiteField({ key, kind });

it('what is one owner’s tells him: not his bank, its code or his name', () => {
  const fields = [
    field('phone', 'phone'),
    field('bank', 'text'),
    field('bik', 'text'),
    field('full_name', 'full_name'),
    field('account', 'text'),
  ];
  const values = { phone: '+7 916 123-45-67', bank: 'Сбербанк', bik: '044525225', full_name: 'Анна Каренина', account: 'P1234567' };
  expect(ownTexts(fields, values)).toEqual([['79161234567'], ['p1234567']]);
});

it('an address with a memo is one owner’s with it alone, and without a memo by itself', () => {
  const fields = [field('address', 'wallet'), field('memo', 'memo')];
  expect(ownTexts(fields, { address: 'rHouseOfAll', memo: '104857600' })).toEqual([['rhouseofall', '104857600']]);
  expect(ownTexts(fields, { address: 'rHouseOfAll', memo: '12' })).toEqual([]);
  expect(ownTexts(fields, { address: 'rHouseOfAll' })).toEqual([['rhouseofall']]);
});
