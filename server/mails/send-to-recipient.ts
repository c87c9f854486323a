import { MAIL_ALARM_AFTER_MS, MAIL_RETRY_PERIOD_MS, MAILS_PER_DAY, planMails, retryDelayMs } from '#core/mail/allowance.ts';
import { DAY_MS } from '#core/time.ts';
import type { MailResult } from '#server/adapters/mail/port.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { antiPhishingCodeOf } from '#server/users/queries.ts';
import { sealEmail } from './email.ts';
import type { EmailKinds, News } from './email-kind.ts';
import { type ClaimedRecipient, findSentTimes, findWaiting, finishRecipient, deleteNews, saveFinishedEmail } from './store.ts';
import { findDisabledChoices } from './choices.ts';
import { composeNews, type ComposedNews, writeEmail, type RenderedEmail } from './write-email.ts';

export type MailDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'live' | 'secrets' | 'settings' | 'shop' | 't' | 'mailer'> & {
  readonly emailKinds: EmailKinds;
};

/** Stores a finished mail, sent or failed; a failure raises an incident. */
async function finishEmail(
  deps: MailDeps,
  claimed: ClaimedRecipient,
  { written, failure }: { written: RenderedEmail; failure: string | null },
): Promise<void> {
  const { email, locale, id, news } = written;
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

/** `unwritten`: composing failed; its news stays queued, other mails continue. */
type SendResult = MailResult | { readonly outcome: 'unwritten' };

/** Splits off contents whose kind the address has switched off. */
async function splitDisabled(deps: MailDeps, { recipient }: ClaimedRecipient, all: readonly ComposedNews[]) {
  const disabled = all.some(({ content }) => content.choice !== undefined) ? await findDisabledChoices(deps.db, recipient) : undefined;
  const isDisabled = ({ content }: ComposedNews): boolean => content.choice !== undefined && disabled?.has(content.choice) === true;
  return { enabled: all.filter((item) => !isDisabled(item)), disabled: all.filter(isDisabled).map(({ news }) => news) };
}

/** Sends one mail; the result says whether the recipient's queue continues or waits. */
async function sendEmail(deps: MailDeps, claimed: ClaimedRecipient, news: readonly News[]): Promise<SendResult> {
  const { composed: all, obsolete, failed } = await composeNews(deps.log, deps.emailKinds, news);
  const { enabled, disabled } = await splitDisabled(deps, claimed, all);
  const done = failed.length === 0 ? ({ outcome: 'sent' } as const) : ({ outcome: 'unwritten' } as const);
  if (obsolete.length + disabled.length > 0) await deleteNews(deps.db, [...obsolete, ...disabled]);
  const [first, ...others] = enabled;
  if (first === undefined) return done;
  const code = await antiPhishingCodeOf(deps.db, first.content.to);
  const written = writeEmail(deps, { kinds: deps.emailKinds, code }, [first, ...others]);
  const answer = await deps.mailer.send({ id: written.id, to: written.to, ...written.email, headers: written.headers });
  const shouldGiveUp =
    answer.outcome === 'later' && claimed.failingSince !== null && deps.clock.now() - claimed.failingSince > MAIL_RETRY_PERIOD_MS;
  if (answer.outcome === 'sent') await finishEmail(deps, claimed, { written, failure: null });
  else if (answer.outcome === 'refused' || shouldGiveUp) await finishEmail(deps, claimed, { written, failure: answer.reason });
  else return answer;
  return done;
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
