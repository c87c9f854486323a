import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKinds } from '#server/mails/letter-kind.ts';
import type { NoticeChannel } from './channel.ts';
import { passNotices } from './courier.ts';
import { purgeNotices } from './store.ts';

const LOOK_EVERY_MS = 250;

/** What people are told beside the mail goes out as it is due; what was told is forgotten when it is not counted any more. */
export function noticeJobs(deps: Deps, letterKinds: LetterKinds, channels: readonly NoticeChannel[]): void {
  deps.queue.every('send-notices', LOOK_EVERY_MS, async () => await passNotices({ ...deps, letterKinds, channels }));
  deps.queue.every('purge-notices', HOUR_MS, async () => void (await purgeNotices(deps.db, deps.clock.now() - DAY_MS)));
}
