import type { Deps } from '#server/deps.ts';
import { chequeFolder, chequeIdOf } from './cheque-files.ts';
import { findStored } from './store.ts';
import { sweepUnreferenced } from './sweep-unreferenced.ts';

/** Deletes cheque files without a row. */
export const sweepCheques = async (deps: Pick<Deps, 'db' | 'clock' | 'files'>): Promise<void> =>
  await sweepUnreferenced(deps, {
    folder: chequeFolder,
    findReferenced: async (keys) => {
      const stored = await findStored(
        deps.db,
        keys.flatMap((key) => chequeIdOf(key) ?? []),
      );
      return new Set(keys.filter((key) => stored.has(chequeIdOf(key) ?? '')));
    },
  });
