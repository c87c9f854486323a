import type { Deps } from '#server/deps.ts';
import { JOB } from '#server/orders/outbox.ts';
import { readOrderMailJob, sendOrderMail } from './send-order-mail.ts';

/** A mail server may be away for a while: about a day of attempts. */
const RETRIES = 12;
const RETRY_DELAY_SECONDS = 10;

export function mailJobs(deps: Deps): void {
  deps.queue.declare(JOB.orderMail, { retryLimit: RETRIES, retryDelaySeconds: RETRY_DELAY_SECONDS });
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
