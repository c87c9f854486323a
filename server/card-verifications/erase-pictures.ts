import { col, rowType, sql } from '#server/platform/db/db.ts';
import { CARD_PICTURE_RETENTION_MS } from '#core/customer/card-verification.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';

const BATCH = 200;

const DueRow = rowType({ id: col.text, picture_key: col.text });
type EraseDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'log'>;

/**
 * Erases photos 30 days after the decision, or at once when cancelled (domain 7, R43). The key is destroyed first, so that no copy is
 * readable. Repeating is harmless.
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

const CountRow = rowType({ overdue: col.number, half: col.number });

/** For the nightly audit: photos with a key a day past retention, and files a day after their keys. */
export async function auditPictures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<readonly string[]> {
  const now = clock.now();
  const { overdue, half } = await db.one(
    CountRow,
    sql`
    select count(*) filter (where picture_secret_sealed is not null
      and decided_at <= ${new Date(now - CARD_PICTURE_RETENTION_MS - DAY_MS)})::int as overdue,
      count(*) filter (where picture_erased_at <= ${new Date(now - DAY_MS)} and picture_gone_at is null)::int as half
    from card_verifications`,
  );
  return [
    ...(overdue === 0 ? [] : [`${overdue} keys of card photos are older than their time`]),
    ...(half === 0 ? [] : [`${half} files of card photos are still there a day after their keys`]),
  ];
}
