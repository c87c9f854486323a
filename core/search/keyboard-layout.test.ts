import { expect, test } from 'vitest';
import { inOtherLayout } from './keyboard-layout.ts';

test.each([
  ['зуекщм', 'petrov'],
  ['Зуекщм', 'petrov'],
  ['bdfyjd', 'иванов'],
  ['зуекщм"ьфшдюкг', 'petrov@mail.ru'],
  ['фис123', 'abc123'],
  ['htpthds', 'резервы'],
  ['12 345', '12 345'],
  ['ivanов', 'ivanов'],
])('"%s" is "%s" in the other layout', (text, other) => {
  expect(inOtherLayout(text)).toBe(other);
});
