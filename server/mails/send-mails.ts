import { setTimeout as sleep } from 'node:timers/promises';
import { MAIL_ALARM_AFTER_MS, MAIL_RETRY_PERIOD_MS, MAILS_PER_DAY, planMails, retryDelayMs } from '#core/mail/allowance.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { MailResult } from '#server/adapters/mail/port.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import { MORE } from '#server/platform/queue/queue.ts';
import { antiPhishingCodeOf } from '#server/users/queries.ts';
import { findDisabledChoices } from './choices.ts';
import type { EmailKinds, News } from './email-kind.ts';
import { sealEmail } from './email.ts';
import {
  type ClaimedRecipient,
  claimRecipients,
  deleteNews,
  findSentTimes,
  findWaiting,
  finishRecipient,
  releaseRecipients,
  saveFinishedEmail,
} from './store.ts';
import { type ComposedNews, composeNews, type RenderedEmail, writeEmail } from './write-email.ts';

export type MailDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'live' | 'secrets' | 'settings' | 'shop' | 't' | 'mailer'> & {
  readonly emailKinds: EmailKinds;
};

/** Stores a sent or failed mail. A failure raises an incident. */
async function finishEmail(
  deps: MailDeps,
  claimed: ClaimedRecipient,
  { rendered, failure }: { rendered: RenderedEmail; failure: string | null },
): Promise<void> {
  const { email, locale, id, news } = rendered;
  const [only] = news;
  await saveFinishedEmail(
    deps.db,
    {
      id,
      recipient: claimed.recipient,
      subjects: news.map(({ subject }) => subject),
      topic: news.length === 1 && only !== undefined ? only.topic : null,
      locale,
      sealed: sealEmail(deps, email),
      createdAt: deps.clock.now(),
      failure,
    },
    news,
  );
  if (failure === null) return;
  for (const { kind, subject } of news)
    await deps.db.tx(
      async (tx) => await raiseIncident(deps, tx, { kind: 'mail_undeliverable', subject, detail: { reason: failure, letter: kind } }),
    );
}

const raiseServerAlarm = async (deps: MailDeps, reason: string): Promise<void> =>
  await deps.db.tx(async (tx) => await raiseIncident(deps, tx, { kind: 'mail_server_away', subject: 'smtp', detail: { reason } }));

/** `unwritten` means that composing failed: the news stays queued, and other mails continue. */
type SendResult = MailResult | { readonly outcome: 'unwritten' };

/** Splits off contents whose kind the address has switched off. */
async function splitDisabled(deps: MailDeps, { recipient }: ClaimedRecipient, all: readonly ComposedNews[]) {
  const disabled = all.some(({ content }) => content.choice !== undefined) ? await findDisabledChoices(deps.db, recipient) : undefined;
  const isDisabled = ({ content }: ComposedNews): boolean => content.choice !== undefined && disabled?.has(content.choice) === true;
  return { enabled: all.filter((item) => !isDisabled(item)), disabled: all.filter(isDisabled).map(({ news }) => news) };
}

/** Sends one mail. The result says whether the recipient's queue continues or waits. */
async function sendEmail(deps: MailDeps, claimed: ClaimedRecipient, news: readonly News[]): Promise<SendResult> {
  const { composed: all, obsolete, failed } = await composeNews(deps.log, deps.emailKinds, news);
  const { enabled, disabled } = await splitDisabled(deps, claimed, all);
  const composeOutcome = failed.length === 0 ? ({ outcome: 'sent' } as const) : ({ outcome: 'unwritten' } as const);
  if (obsolete.length + disabled.length > 0) await deleteNews(deps.db, [...obsolete, ...disabled]);
  const [first, ...others] = enabled;
  if (first === undefined) return composeOutcome;
  const code = await antiPhishingCodeOf(deps.db, first.content.to);
  const rendered = writeEmail(deps, { kinds: deps.emailKinds, code }, [first, ...others]);
  const answer = await deps.mailer.send({ id: rendered.id, to: rendered.to, ...rendered.email, headers: rendered.headers });
  const shouldGiveUp =
    answer.outcome === 'later' && claimed.failingSince !== null && deps.clock.now() - claimed.failingSince > MAIL_RETRY_PERIOD_MS;
  if (answer.outcome === 'sent') await finishEmail(deps, claimed, { rendered, failure: null });
  else if (answer.outcome === 'refused' || shouldGiveUp) await finishEmail(deps, claimed, { rendered, failure: answer.reason });
  else return answer;
  return composeOutcome;
}

/**
 * Sends a recipient's due news within the daily allowance, oldest first. A failure delays only this recipient, with growing
 * intervals. Returns the outcome that ended the work.
 */
export async function sendToRecipient(deps: MailDeps, claimed: ClaimedRecipient): Promise<SendResult['outcome']> {
  const { recipient } = claimed;
  const now = deps.clock.now();
  const isLimited = deps.settings.rateLimits === 'on';
  const [waiting, sent] = await Promise.all([
    findWaiting(deps.db, recipient, now),
    isLimited ? findSentTimes(deps.db, { recipient, since: now - DAY_MS, limit: MAILS_PER_DAY }) : [],
  ]);
  const plan = isLimited ? planMails(waiting, sent, now) : { mails: waiting.map((news) => [news]), nextAt: null };
  let isBroken = false;
  for (const news of plan.mails) {
    const answer = await sendEmail(deps, claimed, news);
    isBroken ||= answer.outcome === 'unwritten';
    if (answer.outcome !== 'later' && answer.outcome !== 'unavailable') continue;
    const attempts = claimed.attempts + 1;
    const failingSince = claimed.failingSince ?? now;
    if (answer.outcome === 'unavailable' && now - failingSince >= MAIL_ALARM_AFTER_MS) await raiseServerAlarm(deps, answer.reason);
    deps.log.warn({ letter: news[0]?.kind, subject: news[0]?.subject, attempts, reason: answer.reason }, 'mail_not_taken');
    await finishRecipient(deps.db, { recipient, attempts, failingSince, nextAt: deps.clock.now() + retryDelayMs(attempts) });
    return answer.outcome;
  }
  const retryAt = isBroken ? now + retryDelayMs(1) : null;
  await finishRecipient(deps.db, { recipient, attempts: 0, failingSince: null, nextAt: plan.nextAt ?? retryAt });
  return 'sent';
}

/** Recipients processed at once. There are fewer SMTP connections, so that none of them waits for the database. */
const MAX_CONCURRENT = 16;
const BATCH = 64;
/** Longer than the longest work on one recipient, which is five mails of 20 s. */
const LEASE_MS = 2 * MINUTE_MS;
/** A pass ends after this time, so that a stopping process does not wait for a long queue. */
const MAX_PASS_MS = 2 * SECOND_MS;
/** How long a pass waits for its last mails. Slower ones continue during the next passes. */
const DRAIN_MS = SECOND_MS;
/** After this many recipients in a row without a server answer, the pass ends and the others keep their turn. */
const MAX_UNAVAILABLE = MAX_CONCURRENT;

/** Sends due mails of one process, recipient by recipient. */
export function createMailSender(deps: MailDeps) {
  const running = new Set<Promise<void>>();
  let unavailableCount = 0;

  function start(claimed: ClaimedRecipient): void {
    const work = sendToRecipient(deps, claimed)
      .then((outcome) => {
        unavailableCount = outcome === 'unavailable' ? unavailableCount + 1 : 0;
      })
      // The claim expires, so a mail that cannot be written does not block others
      .catch((error: unknown) => logFailure(deps.log, { error }, 'mail_failed'))
      .finally(() => running.delete(work));
    running.add(work);
  }

  async function claim(): Promise<ClaimedRecipient[]> {
    const now = deps.clock.now();
    return await claimRecipients(deps.db, { now, until: now + LEASE_MS, limit: BATCH });
  }

  /** Sends due mails. Several processes may run it: each recipient is claimed by one of them. */
  async function sendDue(): Promise<typeof MORE | undefined> {
    const endsAt = performance.now() + MAX_PASS_MS;
    unavailableCount = 0;
    let claimed: ClaimedRecipient[] = [];
    while (performance.now() < endsAt && unavailableCount < MAX_UNAVAILABLE) {
      if (running.size >= MAX_CONCURRENT) await Promise.race([...running, sleep(MAX_PASS_MS)]);
      if (claimed.length === 0) claimed = await claim();
      if (claimed.length === 0) break;
      for (const recipient of claimed.splice(0, MAX_CONCURRENT - running.size)) start(recipient);
    }
    await releaseRecipients(
      deps.db,
      claimed.map((address) => address.recipient),
    );
    if (running.size > 0) await Promise.race([Promise.all(running), sleep(DRAIN_MS)]);
    return performance.now() >= endsAt && unavailableCount < MAX_UNAVAILABLE ? MORE : undefined;
  }
  return { pass: sendDue };
}
