import { expect, test } from 'vitest';
import type { RailEvents } from '#server/adapters/rails/port.ts';
import type { ManualPeople } from './port.ts';
import { createManualRail } from './rail.ts';

test('an answer that cannot be taken keeps no other back, and is reported again', async () => {
  const waiting = new Map([
    ['broken', { outcome: 'completed', txHash: null }],
    ['whole', { outcome: 'completed', txHash: null }],
  ] as const);
  const paying = {
    news: async () => [...waiting].map(([reference, answer]) => ({ reference, answer })),
    markTold: async (reference: string) => void waiting.delete(reference as 'whole'),
  } as unknown as ManualPeople['paying'];
  const rail = createManualRail({ receiving: {} as ManualPeople['receiving'], paying });
  const taken: string[] = [];
  const events = {
    payout: async (reference: string) => {
      if (reference === 'broken') throw new Error('not now');
      taken.push(reference);
    },
  } as unknown as RailEvents;
  await expect(rail.poll?.(events)).rejects.toThrow('not now');
  expect(taken).toEqual(['whole']);
  expect([...waiting.keys()]).toEqual(['broken']);
});
