import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { decryptFile, encryptFile, newFileKey } from '#server/platform/file-cipher.ts';

/** Folder of one day's photos, so that files without a row are found by their day. */
export const pictureFolder = (at: Instant): string => `cards/${new Date(at).toISOString().slice(0, 10)}`;

export interface StoredPicture {
  readonly key: string;
  readonly secretSealed: Buffer;
}

/** Stores a photo encrypted with its own key, which only its row has. */
export async function storePicture(deps: Pick<Deps, 'files' | 'secrets' | 'random' | 'clock'>, picture: Buffer): Promise<StoredPicture> {
  const key = `${pictureFolder(deps.clock.now())}/${deps.random.uuid()}.bin`;
  const secret = newFileKey();
  await deps.files.put(key, encryptFile(picture, secret, key));
  return { key, secretSealed: deps.secrets.seal(secret) };
}

const PictureRow = rowType({ picture_key: col.text, picture_secret_sealed: col.nullable(col.bytes) });

/** The photo of a card; undefined once its key is destroyed. */
export async function readPicture(deps: Pick<Deps, 'db' | 'files' | 'secrets'>, id: string): Promise<Buffer | undefined> {
  const row = await deps.db.maybe(
    PictureRow,
    sql`select picture_key, picture_secret_sealed from card_verifications where id::text = ${id}`,
  );
  if (row === undefined || row.picture_secret_sealed === null) return undefined;
  const encrypted = await deps.files.get(row.picture_key);
  return encrypted && decryptFile(encrypted, deps.secrets.unseal(row.picture_secret_sealed), row.picture_key);
}

const KeyRow = rowType({ picture_key: col.text });

/** Which of these files have a row. */
export const findReferencedPictures = async (db: Queryable, keys: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.many(KeyRow, sql`select picture_key from card_verifications where picture_key = any(${keys})`)).map((row) => row.picture_key),
  );
