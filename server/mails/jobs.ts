import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { JOB } from '#server/orders/outbox.ts';
import { readOrderMailJob, sendLeftMails, sendOrderMail } from './send-order-mail.ts';

/** The job tries for about the first minutes; what is left is looked through every minute after that. */
const RETRIES = 5;
const RETRY_DELAY_SECONDS = 10;

export function mailJobs(deps: Deps): void {
  deps.queue.declare(JOB.orderMail, { retryLimit: RETRIES, retryDelaySeconds: RETRY_DELAY_SECONDS });
  deps.queue.every('left-mails', MINUTE_MS, async () => await sendLeftMails(deps));
  deps.queue.work(
    JOB.orderMail,
    async (data) => {
      const job = readOrderMailJob(data);
      if (job) await sendOrderMail(deps, job);
      else deps.log.warn({ queue: JOB.orderMail }, 'job_misshapen');
    },
    { concurrency: 4 },
  );
}
