import { expect, it } from 'vitest';
import { effectOf } from './effect-of.ts';

it('says what a press does: it pays the order, leaves it short or over, or only explains the line', () => {
  const effects = ['0.00', '-5', '5'].map((difference) => effectOf({ difference }, false));
  expect([...effects, effectOf({ difference: '5' }, true)]).toEqual(['equal', 'short', 'over', 'same']);
});
