import { col, rowType, sql } from '#server/platform/db/db.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import { sweepUnreferenced } from '#server/cheques/cheque-files.ts';
import type { Deps } from '#server/deps.ts';
import { chatFolder } from './files.ts';

const FileRow = rowType({ file_key: col.text });

/** How long a thread is kept after its last message (decision 0061). */
const CHAT_RETENTION_MS = 365 * DAY_MS;
const BATCH_SIZE = 200;

/** Deletes threads past their retention, files first. */
async function purgeChats({ db, clock, files }: Pick<Deps, 'db' | 'clock' | 'files'>): Promise<void> {
  const old = sql`select id from chat_threads where last_at < ${new Date(clock.now() - CHAT_RETENTION_MS)} order by last_at
    limit ${BATCH_SIZE}`;
  const fileRows = await db.many(FileRow, sql`select file_key from chat_messages where file_key is not null and thread_id in (${old})`);
  for (const { file_key: key } of fileRows) await files.remove(key);
  await db.run(sql`delete from chat_threads where id in (${old})`);
}

/** Removes stored files that no message refers to. */
const sweepChatFiles = async (deps: Pick<Deps, 'db' | 'clock' | 'files'>): Promise<void> =>
  await sweepUnreferenced(deps, {
    folder: chatFolder,
    findReferenced: async (keys) =>
      new Set(
        (await deps.db.many(FileRow, sql`select file_key from chat_messages where file_key = any(${keys}::text[])`)).map(
          (row) => row.file_key,
        ),
      ),
  });

export function chatJobs(deps: Deps): void {
  deps.queue.every('sweep-chat-files', 6 * HOUR_MS, async () => await sweepChatFiles(deps));
  deps.queue.every('purge-chats', 6 * HOUR_MS, async () => await purgeChats(deps));
}
