import { MAIL_RETENTION_MS } from '#core/mail/allowance.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKinds } from './email-kind.ts';
import { createMailSender } from './mail-sender.ts';
import { purgeEmails } from './store.ts';

const POLL_MS = 250;

/** Sends due mails and deletes old ones. */
export function mailJobs(deps: Deps, emailKinds: EmailKinds): void {
  const sender = createMailSender({ ...deps, emailKinds });
  deps.queue.every('send-mails', POLL_MS, sender.pass);
  deps.queue.every('purge-letters', HOUR_MS, async () => await purgeEmails(deps.db, deps.clock.now() - MAIL_RETENTION_MS));
}
