import { CARD_PICTURE_RETENTION_MS } from '#core/customer/card-verification.ts';
import { DAY_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { decryptFile, encryptFile, newFileKey } from '#server/platform/file-cipher.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';

/** The folder of one day's photos, so that files without a row are found by their day. */
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

/** The photo of a card. Undefined once its key is destroyed. */
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

const BATCH = 200;

const DueRow = rowType({ id: col.text, picture_key: col.text });
type EraseDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'log'>;

/**
 * Erases photos 30 days after the decision, or at once if the check was cancelled (domain 7, R43). The key is destroyed first, so that
 * copies are unreadable.
 */
export async function erasePictures({ db, clock, files, log }: EraseDeps): Promise<void> {
  const now = clock.now();
  await db.run(sql`
    update card_verifications set picture_secret_sealed = null, picture_erased_at = ${new Date(now)}
    where picture_secret_sealed is not null and decided_at is not null
      and (state = 'cancelled' or decided_at <= ${new Date(now - CARD_PICTURE_RETENTION_MS)})`);
  const due = await db.many(
    DueRow,
    sql`select id, picture_key from card_verifications where picture_erased_at is not null and picture_gone_at is null
      order by picture_erased_at limit ${BATCH}`,
  );
  const keys = new Map(due.map((row) => [row.id, row.picture_key]));
  await forEachIsolated(log, [...keys.keys()], async (id) => {
    const key = keys.get(id) ?? '';
    await files.remove(key);
    if ((await files.get(key)) !== undefined) throw new Error('a photo of a card is still there after its removal');
    await db.run(
      sql`update card_verifications set picture_gone_at = ${new Date(clock.now())} where id = ${id}::uuid and picture_gone_at is null`,
    );
  });
}

const CountRow = rowType({ overdue_keys: col.number, leftover_files: col.number });

/** Findings for the nightly audit: keys that are a day past retention, and files that are left a day after their keys. */
export async function auditPictures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<readonly string[]> {
  const now = clock.now();
  const { overdue_keys: overdueKeys, leftover_files: leftoverFiles } = await db.one(
    CountRow,
    sql`
    select count(*) filter (where picture_secret_sealed is not null
      and decided_at <= ${new Date(now - CARD_PICTURE_RETENTION_MS - DAY_MS)})::int as overdue_keys,
      count(*) filter (where picture_erased_at <= ${new Date(now - DAY_MS)} and picture_gone_at is null)::int as leftover_files
    from card_verifications`,
  );
  return [
    ...(overdueKeys === 0 ? [] : [`${overdueKeys} keys of card photos are older than their time`]),
    ...(leftoverFiles === 0 ? [] : [`${leftoverFiles} files of card photos are still there a day after their keys`]),
  ];
}
