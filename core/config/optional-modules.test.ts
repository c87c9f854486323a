import { expect, test } from 'vitest';
import { actionsOn, isPageOn } from './optional-modules.ts';

test('a page of a module exists unless the module is off', () => {
  expect(isPageOn('/developers/widget', ['partners'])).toBe(true);
  expect(isPageOn('/developers', ['partners'])).toBe(false);
  expect(isPageOn('/account/earnings/api/webhooks', ['partners'])).toBe(false);
  expect(isPageOn('/crypto/btc', ['crypto-stats'])).toBe(false);
  expect(isPageOn('/crypto/btc', [])).toBe(true);
});

test('an operator has no action of a module that is off', () => {
  expect(actionsOn(['read_orders', 'read_chat', 'answer_chat'], ['chat', 'reviews'])).toEqual(['read_orders']);
});
