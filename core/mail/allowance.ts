import { DAY_MS, MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';

/** Most e-mails to one address per minute, over all its orders and records. Further news waits and is merged into one e-mail. */
export const MAILS_PER_MINUTE = 5;
export const MAILS_PER_DAY = 30;
/** Most e-mails of a day about unpaid orders, so that orders in a stranger's name cannot block the e-mails of a paid one. */
export const UNPAID_MAILS_PER_DAY = 20;
/** Most news in one e-mail; the rest follows in the next. */
const MAX_NEWS_PER_MAIL = 30;

/** News that is not mailed yet. */
export interface PendingNews {
  /** Whether a payment was seen for the order. */
  readonly isPaid: boolean;
}

export interface MailPlan<W extends PendingNews> {
  /** The e-mails to send now, each with one or more news, in order. */
  readonly mails: readonly (readonly W[])[];
  /** When the next e-mail may be sent; null: nothing is delayed. */
  readonly nextAt: Instant | null;
}

/** How many e-mails may be sent now, and when the next one may be. `sent`: times of e-mails to this address, newest first. */
function allowance(sent: readonly Instant[], now: Instant, perDay: number): { readonly free: number; readonly nextAt: Instant } {
  const windows = [
    { limit: MAILS_PER_MINUTE, ms: MINUTE_MS },
    { limit: perDay, ms: DAY_MS },
  ].map(({ limit, ms }) => {
    const last = sent[limit - 1];
    return { free: limit - sent.filter((at) => at > now - ms).length, nextAt: last === undefined ? now : last + ms };
  });
  return { free: Math.max(0, Math.min(...windows.map(({ free }) => free))), nextAt: Math.max(now, ...windows.map(({ nextAt }) => nextAt)) };
}

/**
 * E-mails to send to one address now: one per news within the allowance, else one with all. `pending`: oldest first. `sent`: times within a
 * day, newest first.
 */
export function planMails<W extends PendingNews>(pending: readonly W[], sent: readonly Instant[], now: Instant): MailPlan<W> {
  const isPaid = pending.some((news) => news.isPaid);
  const { free, nextAt } = allowance(sent, now, isPaid ? MAILS_PER_DAY : UNPAID_MAILS_PER_DAY);
  if (free === 0) return { mails: [], nextAt };
  if (pending.length <= free) return { mails: pending.map((news) => [news]), nextAt: null };
  return { mails: [pending.slice(0, MAX_NEWS_PER_MAIL)], nextAt: null };
}

const FIRST_RETRY_MS = 10 * SECOND_MS;
const MAX_RETRY_MS = 15 * MINUTE_MS;
/** How long an address is retried; then the e-mail has failed and an alarm is raised. */
export const MAIL_RETRY_PERIOD_MS = 3 * DAY_MS;
/** How long the mail server may be unreachable before an alarm is raised. */
export const MAIL_ALARM_AFTER_MS = 5 * MINUTE_MS;
/** How long e-mails are stored after they were written. */
export const MAIL_RETENTION_MS = 30 * DAY_MS;

/** Wait after the n-th failure in a row of an address (n from 1), ms: doubling, at most 15 minutes. */
export const retryDelayMs = (failures: number): number => Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20), MAX_RETRY_MS);
