import { expect, it } from 'vitest';
import { oneOf } from './closed-list.ts';

it('a value of unknown origin is a member of a closed list or undefined', () => {
  expect(oneOf(['ru', 'en'] as const, 'en')).toBe('en');
  expect([oneOf(['ru', 'en'], 'EN'), oneOf(['ru', 'en'], ''), oneOf(['ru', 'en'], null), oneOf(['ru', 'en'], undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
