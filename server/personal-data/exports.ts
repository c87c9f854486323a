import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { decryptFile, encryptFile, newFileKey } from '#server/platform/file-cipher.ts';
import { makeZip } from '#server/platform/make-zip.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/queries.ts';
import { type CollectDeps, PARTS } from './collect.ts';
import * as store from './exports-store.ts';

export const EXPORT_JOB = 'make-data-export';

/** How long an archive can be downloaded. */
const VALIDITY_MS = DAY_MS;

/** Queues an export of a user's data. Returns the current one if there is one. */
export async function requestExport(deps: Pick<Deps, 'random' | 'clock' | 'queue'>, tx: Tx, userId: string): Promise<store.ExportRow> {
  const now = deps.clock.now();
  const current = await store.findCurrent(tx, userId, new Date(now));
  if (current !== undefined) return current;
  const id = deps.random.uuid();
  await deps.queue.send(tx, EXPORT_JOB, { export_id: id }, { key: id });
  return await store.insertExport(tx, { id, userId, parts: PARTS.length, at: new Date(now), until: new Date(now + VALIDITY_MS) });
}

type MakeDeps = CollectDeps & Pick<Deps, 'clock' | 'log' | 'random'>;

async function collect(deps: MakeDeps, { id, user_id: userId }: store.ExportRow): Promise<Buffer | undefined> {
  const person = await findPerson(deps.db, userId);
  if (person === undefined) return undefined;
  let files: Record<string, Buffer> = {};
  for (const [completedParts, part] of PARTS.entries()) {
    await store.saveProgress(deps.db, id, completedParts);
    files = { ...files, ...(await part(deps, person)) };
  }
  return makeZip(files);
}

/** Creates an archive, encrypted with its own key. A repeated call creates nothing. */
export async function makeExport(deps: MakeDeps, id: string): Promise<void> {
  const queued = await store.findQueued(deps.db, id);
  if (queued === undefined) return;
  // The key is unique to this run, so that a late run removes only its own file
  const fileKey = `exports/${deps.random.uuid()}.bin`;
  try {
    const archive = await collect(deps, queued);
    if (archive === undefined) return;
    const secret = newFileKey();
    await deps.files.put(fileKey, encryptFile(archive, secret, fileKey));
    const secretSealed = deps.secrets.seal(secret);
    const isSaved = await store.saveReady(deps.db, { id, fileKey, secretSealed, size: archive.length, now: new Date(deps.clock.now()) });
    if (!isSaved) await deps.files.remove(fileKey);
  } catch (error) {
    deps.log.error({ error, export_id: id }, 'data_export_failed');
    await store.saveFailed(deps.db, id);
  }
}

type TakeDeps = Pick<Deps, 'db' | 'files' | 'secrets' | 'clock'>;

/** The archive of a ready export; undefined if its key or file is gone. */
async function decrypted(deps: TakeDeps, { file_key: key, file_secret_sealed: secret }: store.ExportRow): Promise<Buffer | undefined> {
  if (key === null || secret === null) return undefined;
  const encrypted = await deps.files.get(key);
  return encrypted && decryptFile(encrypted, deps.secrets.unseal(secret), key);
}

/** Returns an archive once. Its key is destroyed with the change of the row, then its file. Undefined if there is no archive. */
export async function takeExport(deps: TakeDeps, request: { readonly id: string; readonly userId: string }): Promise<Buffer | undefined> {
  const archive = await deps.db.tx(async (tx) => {
    const row = await store.takeExport(tx, { ...request, now: new Date(deps.clock.now()) });
    // If the storage is unavailable, the transaction fails and the archive stays
    const bytes = row && (await decrypted(deps, row));
    return bytes && { key: row.file_key, bytes };
  });
  if (archive === undefined) return undefined;
  if (archive.key !== null) await deps.files.remove(archive.key);
  return archive.bytes;
}

/** The archive of a request, which stays; undefined: none is ready. */
export async function readExport(
  deps: TakeDeps,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<Buffer | undefined> {
  const row = await store.findExport(deps.db, { id, userId, now: new Date(deps.clock.now()) });
  return row === undefined ? undefined : await decrypted(deps, row);
}

/** Destroys expired archives. */
export async function sweepExports(deps: Pick<Deps, 'db' | 'files' | 'clock'>): Promise<void> {
  for (const { file_key: key } of await store.expireExports(deps.db, new Date(deps.clock.now())))
    if (key !== null) await deps.files.remove(key);
}
