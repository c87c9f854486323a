import { expect, it, vi } from 'vitest';
import { HOUR_MS } from '#core/time.ts';
import { createLoops } from './loops.ts';
import { MORE } from './queue.ts';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

function makeLoops() {
  const listeners = new Map<string, (payload: string) => void>();
  const subscribe = (channel: string, listener: (payload: string) => void) => {
    listeners.set(channel, listener);
    return () => void listeners.delete(channel);
  };
  return { loops: createLoops(log, { subscribe }), listeners };
}

it('a message runs a loop long before its interval is over, also one that arrives during a tick', async () => {
  const { loops, listeners } = makeLoops();
  const tick = vi.fn(async () => undefined);
  loops.add('idle', HOUR_MS, async () => undefined);
  loops.add('send', HOUR_MS, tick, { wokenBy: 'queued' });
  loops.start();
  // During the first tick
  listeners.get('queued')?.('');
  await vi.waitFor(() => expect(tick).toHaveBeenCalledTimes(2));
  listeners.get('queued')?.('');
  await vi.waitFor(() => expect(tick).toHaveBeenCalledTimes(3));
  await Promise.all(loops.stop());
  expect(listeners.size).toBe(0);
});

it('a tick that leaves work is followed by the next one at once', async () => {
  const { loops } = makeLoops();
  const tick = vi
    .fn<() => Promise<typeof MORE | undefined>>(async () => undefined)
    .mockResolvedValueOnce(MORE)
    .mockResolvedValueOnce(MORE);
  loops.add('idle', HOUR_MS, async () => undefined);
  loops.add('send', HOUR_MS, tick);
  loops.start();
  await vi.waitFor(() => expect(tick).toHaveBeenCalledTimes(3));
  await Promise.all(loops.stop());
});
