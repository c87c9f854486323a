import { expect, it } from 'vitest';
import { formatAmount } from '#core/money/amount.ts';
import { suggest } from '#core/statements/match.ts';
import { effectOf } from './effect-of.ts';

it('returns the effect of a match: equal, short, over, or the same money', () => {
  const effects = ['0.00', '-5', '5'].map((difference) => effectOf({ difference }, false));
  expect([...effects, effectOf({ difference: '5' }, true)]).toEqual(['equal', 'short', 'over', 'same']);
});

it.each([
  [0n, 900_000n, 'equal'],
  [0n, 899_900n, 'short'],
  [895_000n, 5_000n, 'equal'],
  [895_000n, 4_900n, 'short'],
  [895_000n, 899_900n, 'over'],
  [895_000n, 900_000n, 'over'],
  [900_000n, 900_000n, 'over'],
])('adds the received amount: of 9000, %s received, line of %s', (received, amount, effect) => {
  const sought = { at: 0, isDayOnly: false, reference: null, isNumberEntered: false, lastDigits: null, requisiteId: null, source: 'csv' };
  const requisite = { requisiteId: null, requisiteLastDigits: null, payerLastDigits: null };
  const [match] = suggest({ ...sought, amount }, [
    { id: 'a', expected: 900_000n, received, ...requisite, since: 0, isOpen: true, entries: [] },
  ]);
  expect(effectOf({ difference: formatAmount(match?.difference ?? 0n, 2) }, false)).toBe(effect);
});
