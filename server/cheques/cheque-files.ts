import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { findStored } from './store.ts';

/** Folder of one day's cheques, so that the sweep finds unreferenced files by day. */
const chequeFolder = (at: Instant): string => `cheques/${new Date(at).toISOString().slice(0, 10)}`;

/** Key of a cheque's file; its name is the id of the row. */
export const chequeKey = (at: Instant, id: string): string => `${chequeFolder(at)}/${id}.pdf`;

/** The row id in a file's key; undefined for keys of another form. */
const chequeIdOf = (key: string): string | undefined => /\/([0-9a-f-]{36})\.pdf$/.exec(key)?.[1];

/** An upload takes at most this long: a day is swept this long after its end. */
const UPLOAD_GRACE_MS = HOUR_MS;
/** Past days swept each time, in case jobs did not run over a long weekend. */
const DAYS_CHECKED = 7;

/** Daily folders of uploads of one kind, and a lookup of the files that rows reference. */
interface Uploads {
  readonly folder: (at: Instant) => string;
  readonly findReferenced: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Deletes files that no row references, whose transaction was refused or never finished. Safe to repeat. */
export async function sweepUnreferenced(
  { clock, files }: Pick<Deps, 'clock' | 'files'>,
  { folder, findReferenced }: Uploads,
): Promise<void> {
  const lastSettled = clock.now() - UPLOAD_GRACE_MS - DAY_MS;
  for (let day = 0; day < DAYS_CHECKED; day += 1) {
    const keys = await files.list(folder(lastSettled - day * DAY_MS));
    const referenced = await findReferenced(keys);
    for (const key of keys) if (!referenced.has(key)) await files.remove(key);
  }
}

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
