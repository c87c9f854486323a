import type { Deps } from '#server/deps.ts';
import { chequeFolder, chequeIdOf } from './cheque-files.ts';
import { findKnown } from './store.ts';
import { sweepUnnamed } from './sweep-unnamed.ts';

/** Removes the cheques that no row names. */
export const sweepCheques = async (deps: Pick<Deps, 'db' | 'clock' | 'files'>): Promise<void> =>
  await sweepUnnamed(deps, {
    folder: chequeFolder,
    named: async (keys) => {
      const known = await findKnown(
        deps.db,
        keys.flatMap((key) => chequeIdOf(key) ?? []),
      );
      return new Set(keys.filter((key) => known.has(chequeIdOf(key) ?? '')));
    },
  });
