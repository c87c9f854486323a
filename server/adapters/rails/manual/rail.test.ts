import { expect, test } from 'vitest';
import type { RailEvents } from '#server/adapters/rails/port.ts';
import type { ManualOperations } from './port.ts';
import { createManualRail } from './rail.ts';

test('an answer that cannot be stored does not delay the others and is reported again', async () => {
  const unreported = new Map([
    ['broken', { outcome: 'completed', txHash: null }],
    ['whole', { outcome: 'completed', txHash: null }],
  ] as const);
  const paying = {
    unreported: async () => [...unreported].map(([reference, answer]) => ({ reference, answer })),
    markReported: async (reference: string) => void unreported.delete(reference as 'whole'),
  } as unknown as ManualOperations['paying'];
  const rail = createManualRail({ receiving: {} as ManualOperations['receiving'], paying });
  const stored: string[] = [];
  const events = {
    payout: async (reference: string) => {
      if (reference === 'broken') throw new Error('not now');
      stored.push(reference);
    },
  } as unknown as RailEvents;
  await expect(rail.poll?.(events)).rejects.toThrow('not now');
  expect(stored).toEqual(['whole']);
  expect([...unreported.keys()]).toEqual(['broken']);
});
