import { expect, it } from 'vitest';
import { makeRequisiteField } from '#tests/make/requisite-field.ts';
import { ownerTexts } from './order-terms.ts';

const field = (key: string, kind: Parameters<typeof makeRequisiteField>[0]['kind']) => makeRequisiteField({ key, kind });

it('identifying requisites identify the owner; a bank, its code or a name does not', () => {
  const fields = [
    field('phone', 'phone'),
    field('bank', 'text'),
    field('bik', 'text'),
    field('full_name', 'full_name'),
    field('account', 'text'),
  ];
  const values = { phone: '+7 916 123-45-67', bank: 'Сбербанк', bik: '044525225', full_name: 'Анна Каренина', account: 'P1234567' };
  expect(ownerTexts(fields, values)).toEqual([['79161234567'], ['p1234567']]);
});

it('an address with a memo identifies the owner only together with it', () => {
  const fields = [field('address', 'wallet'), field('memo', 'memo')];
  expect(ownerTexts(fields, { address: 'rHouseOfAll', memo: '104857600' })).toEqual([['rhouseofall', '104857600']]);
  expect(ownerTexts(fields, { address: 'rHouseOfAll', memo: '12' })).toEqual([]);
  expect(ownerTexts(fields, { address: 'rHouseOfAll' })).toEqual([['rhouseofall']]);
});
