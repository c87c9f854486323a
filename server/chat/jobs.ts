import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import { sweepUnnamed } from '#server/cheques/sweep-unnamed.ts';
import type { Deps } from '#server/deps.ts';
import { chatFolder } from './files.ts';

const FileRow = z.object({ file_key: z.string() });

/** How long a talk is kept after its last word: as long as somebody may come back to it (decision 0061). */
export const CHAT_KEPT_MS = 365 * DAY_MS;
const AT_ONCE = 200;

/** Destroys talks of guests and messengers that nobody has come back to: files first. */
export async function purgeChats({ db, clock, files }: Pick<Deps, 'db' | 'clock' | 'files'>): Promise<void> {
  const old = sql`select id from chat_threads where last_at < ${new Date(clock.now() - CHAT_KEPT_MS)} order by last_at limit ${AT_ONCE}`;
  const kept = await db.many(FileRow, sql`select file_key from chat_messages where file_key is not null and thread_id in (${old})`);
  for (const { file_key: key } of kept) await files.remove(key);
  await db.run(sql`delete from chat_threads where id in (${old})`);
}

/** Removes files of talks that no message names. */
const sweepChatFiles = async (deps: Pick<Deps, 'db' | 'clock' | 'files'>): Promise<void> =>
  await sweepUnnamed(deps, {
    folder: chatFolder,
    named: async (keys) =>
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
