import { vi } from 'vitest';
import type { World } from './world.ts';

/** The channels that hints were sent to while `work` ran, each once. */
export async function heardDuring({ deps }: Pick<World, 'deps'>, work: () => Promise<unknown>): Promise<readonly string[]> {
  const hint = vi.spyOn(deps.live, 'hint');
  try {
    await work();
    return [...new Set(hint.mock.calls.map(([, channel]) => channel))];
  } finally {
    hint.mockRestore();
  }
}
