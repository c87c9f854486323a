import { describe, expect, it, test } from 'vitest';
import { foldEmail } from '#core/requisites/email.ts';
import { makeRequisiteField } from '#tests/make/requisite-field.ts';
import { amountTerms, customerTerms, referenceTerms, requisiteTerms } from './order-terms.ts';
import { amountsIn, readQuery } from './read-query.ts';
import type { Term } from './term.ts';

const CARD = '2202206712345678';
const fields = [
  makeRequisiteField({ key: 'card', kind: 'card' }),
  makeRequisiteField({ key: 'phone', kind: 'phone' }),
  makeRequisiteField({ key: 'wallet', kind: 'wallet' }),
  makeRequisiteField({ key: 'name', kind: 'full_name' }),
];
const order: readonly Term[] = [
  ...customerTerms({ email: 'Ivan.Petrov@Mail.ru', userId: null }),
  ...amountTerms(['4800', '52.37', '0']),
  ...requisiteTerms(fields, {
    card: CARD,
    phone: '+79161231234',
    wallet: 'TQrY8tryqsYVCYS3MFbtffiPp2ccyn4STm',
    name: 'Артём Ёлкин-Петров',
  }),
  ...referenceTerms('FT24-00019/77'),
];
const isFound = (query: string) =>
  readQuery(query)
    .readings.filter(({ terms }) => terms.every(({ kind, text }) => order.some((one) => one.kind === kind && one.text === text)))
    .map(({ foundIn: found }) => found);

test.each([
  ['petrov@mail', 'email'],
  ['.PET', 'email'],
  ['4 800', 'amount'],
  ['4800,00', 'amount'],
  ['52,37 USDT', 'amount'],
  ['4\u202F800 ₽', 'amount'],
  ['5678', 'requisites'],
  ['•••• 5678', 'requisites'],
  ['220220•••• 5678', 'requisites'],
  ['2202 20•• •••• 5678', 'requisites'],
  ['TQrY…4STm', 'requisites'],
  ['tqry8try...ccyn4STm', 'requisites'],
  ['1234', 'requisites'],
  ['220220', 'requisites'],
  ['2202 2067 1234 5678', 'requisites'],
  ['8 (916) 123-12-34', 'requisites'],
  ['+7 916 123-12-34', 'requisites'],
  ['TQrY8t', 'requisites'],
  ['yn4STm', 'requisites'],
  ['TQrY8tryqsYVCYS3MFbtffiPp2ccyn4STm', 'requisites'],
  ['ft24-00019/77', 'reference'],
  ['артем', 'name'],
  ['Елкин', 'name'],
  ['ёлк арт', 'name'],
])('"%s" finds the order by its %s', (query, found) => {
  expect(isFound(query)).toContain(found);
});

test.each(['4801', 'TQrY…4ST0', '67123', '45678', '12345678', '06712345', 'petrova@', 'иванов', '9999', '  ', 'ab', '@@'])(
  '"%s" finds nothing',
  (query) => {
    expect(isFound(query)).toEqual([]);
  },
);

describe('search terms of a card', () => {
  it('are the whole, its first six and its last four digits: never enough to restore the number', () => {
    const terms = requisiteTerms(fields, { card: CARD });
    expect(terms).toEqual([
      { kind: 'requisite', text: CARD },
      { kind: 'head', text: '220220' },
      { kind: 'tail', text: '5678' },
    ]);
  });
});

test('an amount is read in the formats of several countries, and other texts are not amounts', () => {
  expect(amountsIn('4,800')).toEqual(['4.8', '4800']);
  expect(amountsIn('4,800.50')).toContain('4800.5');
  expect(amountsIn('4.800,50')).toContain('4800.5');
  expect(amountsIn('0042')).toEqual(['42']);
  for (const text of ['1e5', '-5', '12a4', '', ',', '٣٤']) expect(amountsIn(text), text).toEqual([]);
});

test('aliases of one mailbox are one customer, and two mailboxes are two', () => {
  for (const alias of ['i.van.p+shop@gmail.com', 'IvanP@googlemail.com', 'ivanp@gmail.com'])
    expect(foldEmail(alias)).toBe('ivanp@gmail.com');
  expect(foldEmail('i.p+x@ya.ru')).toBe('i.p@yandex.ru');
  expect(foldEmail('i.p@mail.ru')).not.toBe(foldEmail('ip@mail.ru'));
  expect(foldEmail('+tag@mail.ru')).toBe('+tag@mail.ru');
});
