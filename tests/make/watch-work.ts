import { WORK } from '#tests/make/registries.ts';
import type { Deps } from '#server/deps.ts';
import { watchWork } from '#server/desk/watch-work.ts';

/** Runs the check of all work lanes once, as the product does every minute. */
export const watchAllWork = async (deps: Deps): Promise<void> => await watchWork(deps, WORK);
