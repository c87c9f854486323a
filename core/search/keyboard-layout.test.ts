import { expect, test } from 'vitest';
import { inOtherLayout } from './keyboard-layout.ts';

test.each([
  ['зуекщм', 'petrov'],
  ['Зуекщм', 'petrov'],
  ['bdfyjd', 'иванов'],
  ['фис123', 'abc123'],
  ['htpthds', 'резервы'],
  ['12 345', '12 345'],
  ['ivanов', 'ivanов'],
])('"%s" is "%s" in the other layout', (typed, other) => {
  expect(inOtherLayout(typed)).toBe(other);
});
