import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKinds } from '#server/mails/email-kind.ts';
import type { NoticeChannel } from './channel.ts';
import { sendDueNotices } from './send-due-notices.ts';
import { purgeNotices } from './store.ts';

const POLL_MS = 250;

/** Sends due notices; deletes sent ones once they no longer count towards the daily limit. */
export function noticeJobs(deps: Deps, emailKinds: EmailKinds, channels: readonly NoticeChannel[]): void {
  deps.queue.every('send-notices', POLL_MS, async () => await sendDueNotices({ ...deps, emailKinds, channels }));
  deps.queue.every('purge-notices', HOUR_MS, async () => void (await purgeNotices(deps.db, deps.clock.now() - DAY_MS)));
}
