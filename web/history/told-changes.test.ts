import { expect, it } from 'vitest';
import { pairId, toldChanges } from './told-changes.ts';

it('keeps what was last told of each pair, and lets those know who listen', () => {
  const heard: (string | null | undefined)[] = [];
  const stop = toldChanges.listen(() => heard.push(toldChanges.of(pairId('BTC', 'SBERRUB'))?.change));
  toldChanges.tell([{ id: 'BTC-SBERRUB', change: '0.10', inverseChange: '-0.10' }]);
  toldChanges.tell([{ id: 'BTC-TCSBRUB', change: '0.30', inverseChange: null }]);
  toldChanges.tell([{ id: 'BTC-SBERRUB', change: '0.20', inverseChange: '-0.20' }]);
  stop();
  toldChanges.tell([{ id: 'BTC-SBERRUB', change: null, inverseChange: null }]);
  expect(heard).toEqual(['0.10', '0.10', '0.20']);
});
