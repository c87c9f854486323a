import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { decryptFile, encryptFile, newFileKey } from '#server/platform/file-cipher.ts';
import { makeZip } from '#server/platform/make-zip.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/find-person.ts';
import { type CollectDeps, PARTS } from './collect.ts';
import * as store from './exports-store.ts';

export const EXPORT_JOB = 'make-data-export';

/** How long an archive waits to be taken. */
const KEPT_MS = DAY_MS;

/** Has everything collected that is kept of somebody; who asks again is told of the one that there is. */
export async function requestExport(deps: Pick<Deps, 'random' | 'clock' | 'queue'>, tx: Tx, userId: string): Promise<store.ExportRow> {
  const now = deps.clock.now();
  const current = await store.findCurrent(tx, userId, new Date(now));
  if (current !== undefined) return current;
  const id = deps.random.uuid();
  await deps.queue.send(tx, EXPORT_JOB, { export_id: id }, { key: id });
  return await store.insertExport(tx, { id, userId, parts: PARTS.length, at: new Date(now), until: new Date(now + KEPT_MS) });
}

type MakeDeps = CollectDeps & Pick<Deps, 'clock' | 'log' | 'random'>;

async function collect(deps: MakeDeps, { id, user_id: userId }: store.ExportRow): Promise<Buffer | undefined> {
  const person = await findPerson(deps.db, userId);
  if (person === undefined) return undefined;
  let files: Record<string, Buffer> = {};
  for (const [done, part] of PARTS.entries()) {
    await store.noteProgress(deps.db, id, done);
    files = { ...files, ...(await part(deps, person)) };
  }
  return makeZip(files);
}

/** Makes an archive, encrypted under a key of its own; done twice, it is made once. */
export async function makeExport(deps: MakeDeps, id: string): Promise<void> {
  const asked = await store.findQueued(deps.db, id);
  if (asked === undefined) return;
  // Of this attempt alone: one that comes too late removes its own
  const fileKey = `exports/${deps.random.uuid()}.bin`;
  try {
    const archive = await collect(deps, asked);
    if (archive === undefined) return;
    const secret = newFileKey();
    await deps.files.put(fileKey, encryptFile(archive, secret, fileKey));
    const secretSealed = deps.secrets.seal(secret);
    const isKept = await store.noteReady(deps.db, { id, fileKey, secretSealed, size: archive.length, now: new Date(deps.clock.now()) });
    if (!isKept) await deps.files.remove(fileKey);
  } catch (error) {
    deps.log.error({ error, export_id: id }, 'data_export_failed');
    await store.noteFailed(deps.db, id);
  }
}

type TakeDeps = Pick<Deps, 'db' | 'files' | 'secrets' | 'clock'>;

/** Gives an archive out and destroys it: its key goes with the row's change, the file after it. Undefined where there is none to take. */
export async function takeExport(deps: TakeDeps, asked: { readonly id: string; readonly userId: string }): Promise<Buffer | undefined> {
  const taken = await deps.db.tx(async (tx) => {
    const row = await store.takeExport(tx, { ...asked, now: new Date(deps.clock.now()) });
    if (row === undefined || row.file_key === null || row.file_secret_sealed === null) return undefined;
    // Where the store is away nothing is taken
    const kept = await deps.files.get(row.file_key);
    return kept && { key: row.file_key, bytes: decryptFile(kept, deps.secrets.unseal(row.file_secret_sealed), row.file_key) };
  });
  if (taken === undefined) return undefined;
  await deps.files.remove(taken.key);
  return taken.bytes;
}

/** Destroys archives that nobody has taken. */
export async function sweepExports(deps: Pick<Deps, 'db' | 'files' | 'clock'>): Promise<void> {
  for (const { file_key: key } of await store.endOverdue(deps.db, new Date(deps.clock.now())))
    if (key !== null) await deps.files.remove(key);
}
