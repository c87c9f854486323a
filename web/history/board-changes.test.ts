import { expect, it } from 'vitest';
import { pairId, boardChanges } from './board-changes.ts';

it('keeps the latest change of each pair and notifies subscribers', () => {
  const received: (string | null | undefined)[] = [];
  const unsubscribe = boardChanges.subscribe(() => received.push(boardChanges.get(pairId('BTC', 'SBERRUB'))?.change));
  boardChanges.publish([{ id: 'BTC-SBERRUB', change: '0.10', inverseChange: '-0.10' }]);
  boardChanges.publish([{ id: 'BTC-TCSBRUB', change: '0.30', inverseChange: null }]);
  boardChanges.publish([{ id: 'BTC-SBERRUB', change: '0.20', inverseChange: '-0.20' }]);
  unsubscribe();
  boardChanges.publish([{ id: 'BTC-SBERRUB', change: null, inverseChange: null }]);
  expect(received).toEqual(['0.10', '0.10', '0.20']);
});
