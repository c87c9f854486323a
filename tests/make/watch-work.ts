import { WORK } from '#server/assemble-work.ts';
import type { Deps } from '#server/deps.ts';
import { watchWork } from '#server/desk/watch-work.ts';

/** One look at everything that waits for people, as the product takes every minute. */
export const watchAllWork = async (deps: Deps): Promise<void> => await watchWork(deps, WORK);
