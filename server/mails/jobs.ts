import { MAIL_RETENTION_MS } from '#core/mail/allowance.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKinds } from './letter-kind.ts';
import { createMailSender } from './mail-sender.ts';
import { purgeLetters } from './store.ts';

const POLL_MS = 250;

/** Sends due mails and deletes old ones. */
export function mailJobs(deps: Deps, letterKinds: LetterKinds): void {
  const sender = createMailSender({ ...deps, letterKinds });
  deps.queue.every('send-mails', POLL_MS, sender.pass);
  deps.queue.every('purge-letters', HOUR_MS, async () => await purgeLetters(deps.db, deps.clock.now() - MAIL_RETENTION_MS));
}
