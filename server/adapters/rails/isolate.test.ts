import { expect, it } from 'vitest';
import { createIsolation, FAULT_ALARM_MS } from './isolate.ts';

it('a fault is logged once, becomes an alarm when it lasts, and ends with the payout', async () => {
  let now = 0;
  const logged: unknown[] = [];
  const isolation = createIsolation(
    { log: { error: (fields) => void logged.push(fields['reference']) }, clock: { now: () => now } },
    'fault',
  );
  const fail = (message: string) => async () => Promise.reject(new Error(message));
  const round = async (works: Readonly<Record<string, () => Promise<void>>>) => {
    for (const [reference, work] of Object.entries(works)) await isolation.run(reference, work);
    await isolation.run(null, fail('together'));
    const { current, undecided } = isolation.endRound();
    return [[...current], [...undecided]];
  };
  expect(await round({ a: fail('one'), b: async () => undefined })).toEqual([[], ['a']]);
  now = FAULT_ALARM_MS;
  expect(await round({ a: fail('two'), c: fail('new') })).toEqual([[['a', 'Error: two']], ['c']]);
  expect(logged).toEqual(['a', 'several payouts', 'a', 'c']);
  // `a` is not among the payouts any more
  expect(await round({ c: async () => undefined })).toEqual([[], []]);
  expect(await round({ a: fail('two') })).toEqual([[], ['a']]);
});
