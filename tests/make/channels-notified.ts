import { vi } from 'vitest';
import type { World } from './world.ts';

/** The distinct live channels notified during `work`. */
export async function channelsNotified({ deps }: Pick<World, 'deps'>, work: () => Promise<unknown>): Promise<readonly string[]> {
  const hint = vi.spyOn(deps.live, 'hint');
  try {
    await work();
    return [...new Set(hint.mock.calls.map(([, channel]) => channel))];
  } finally {
    hint.mockRestore();
  }
}
