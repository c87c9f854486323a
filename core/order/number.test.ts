import { expect, test } from 'vitest';
import { CROCKFORD } from '#core/text/crockford.ts';
import { idsOfNumber, orderNumber } from './number.ts';

test.each([
  ['00000000000000000000', '0000-0000'],
  ['zzzzzzzzzzzzzzzzzzzz', '9999-9999'],
  ['g0000000000000000000', '5000-0000'],
  ['withdrawal', 'withdrawal'],
])('the number of %s is %s', (id, number) => {
  expect(orderNumber(id)).toBe(number);
});

test('the range of a number holds exactly the ids that have it', () => {
  for (let place = 0; place < 500; place += 1) {
    const id = Array.from({ length: 20 }, (_, index) => CROCKFORD[(place * 7919 + index * index * 31 + place * index) % 32]).join('');
    const number = orderNumber(id);
    const { from, before } = idsOfNumber(number) ?? { from: '', before: '' };
    expect(id >= from && (before === null || id < before), `${id} ${number}`).toBe(true);
    expect(orderNumber(from), from).toBe(number);
    if (before !== null) expect(orderNumber(before), before).not.toBe(number);
  }
});

test.each(['1234-5678', '1234 5678', '12345678', '№ 1234–5678', '12-34-56-78'])('"%s" is read as a number', (text) => {
  expect(idsOfNumber(text)).toEqual(idsOfNumber('12345678'));
  expect(idsOfNumber(text)).not.toBeNull();
});

test.each(['1234567', '123456789', '1234-567a', ''])('"%s" is no number', (text) => {
  expect(idsOfNumber(text)).toBeNull();
});
