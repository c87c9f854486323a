import { expect, test } from 'vitest';
import { nextStepOf } from './next-step.ts';

const shop = (reason: 'not_open_yet' | 'maintenance', isInForce = true) => ({ kind: 'shop', reason, is_in_force: isInForce }) as const;

test('an empty queue points to the opening before the shop is open, and to the switches when it is closed later', () => {
  const to = (...input: Parameters<typeof nextStepOf>) => nextStepOf(...input)?.to;
  expect(to([shop('not_open_yet')], ['change_settings'])).toBe('/opening');
  expect(to([shop('not_open_yet')], [])).toBe('/switches');
  expect(to([shop('maintenance')], ['change_settings'])).toBe('/switches');
  expect(to([shop('maintenance', false)], [])).toBeUndefined();
  expect(to([{ kind: 'system', reason: 'check', is_in_force: true }], [])).toBeUndefined();
});
