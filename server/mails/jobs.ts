import { MAIL_RETENTION_MS } from '#core/mail/allowance.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKinds } from './email-kind.ts';
import { createMailSender } from './send-mails.ts';
import type { NoticeChannel } from './notices/channel.ts';
import { sendDueNotices } from './notices/send-notices.ts';
import { purgeNotices } from './notices/store.ts';
import { purgeEmails } from './store.ts';

/** A pass without due mail costs a statement; one that leaves some is followed at once. */
const POLL_MS = SECOND_MS;

/** Sends due mails and deletes old ones. */
export function mailJobs(deps: Deps, emailKinds: EmailKinds): void {
  const sender = createMailSender({ ...deps, emailKinds });
  deps.queue.every('send-mails', POLL_MS, sender.pass);
  deps.queue.every('purge-letters', HOUR_MS, async () => await purgeEmails(deps.db, deps.clock.now() - MAIL_RETENTION_MS));
}

/** Sends due notices. Deletes sent ones once they no longer count towards the daily limit. */
export function noticeJobs(deps: Deps, emailKinds: EmailKinds, channels: readonly NoticeChannel[]): void {
  deps.queue.every('send-notices', POLL_MS, async () => await sendDueNotices({ ...deps, emailKinds, channels }));
  deps.queue.every('purge-notices', HOUR_MS, async () => void (await purgeNotices(deps.db, deps.clock.now() - DAY_MS)));
}
