import { MAIL_ALARM_AFTER_MS, MAIL_GIVEN_UP_AFTER_MS, MAILS_PER_DAY, planLetters, retryDelayMs } from '#core/mail/allowance.ts';
import { DAY_MS } from '#core/time.ts';
import type { MailAnswer } from '#server/adapters/mail/port.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { antiPhishingCodeOf } from '#server/users/anti-phishing-code.ts';
import { sealLetter } from './sealed-letter.ts';
import type { LetterKinds, News } from './letter-kind.ts';
import { type Claimed, findSentTimes, findWaiting, finishRecipient, forgetNews, settleLetter } from './store.ts';
import { findSilenced } from './choices-store.ts';
import { tellStories, type Told, writeLetter, type Written } from './write-letter.ts';

export type MailDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'live' | 'secrets' | 'settings' | 'shop' | 't' | 'mailer'> & {
  readonly letterKinds: LetterKinds;
};

/** Keeps a letter whose story is over, sent or not; a failed one calls a person. */
async function settle(deps: MailDeps, claimed: Claimed, { written, failure }: { written: Written; failure: string | null }): Promise<void> {
  const { letter, locale, id, told } = written;
  const [only] = told;
  await settleLetter(
    deps.db,
    {
      id,
      recipient: claimed.recipient,
      subjects: told.map(({ subject }) => subject),
      topic: told.length === 1 && only !== undefined ? only.topic : null,
      locale,
      sealed: sealLetter(deps, letter),
      createdAt: deps.clock.now(),
      failure,
    },
    told,
  );
  if (failure === null) return;
  for (const { kind, subject } of told)
    await deps.db.tx(
      async (tx) => await raiseIncident(deps, tx, { kind: 'mail_undeliverable', subject, detail: { reason: failure, letter: kind } }),
    );
}

const callForServer = async (deps: MailDeps, reason: string): Promise<void> =>
  await deps.db.tx(async (tx) => await raiseIncident(deps, tx, { kind: 'mail_server_away', subject: 'smtp', detail: { reason } }));

/** A story that could not be told now: its news waits, the address's other letters go on. */
type Sent = MailAnswer | { readonly outcome: 'unwritten' };

/** What the address has switched off is told to nobody; what cannot be switched off is not even asked about. */
async function withoutUnwanted(deps: MailDeps, { recipient }: Claimed, all: readonly Told[]) {
  const silenced = all.some(({ story }) => story.choice !== undefined) ? await findSilenced(deps.db, recipient) : undefined;
  const isUnwanted = ({ story }: Told): boolean => story.choice !== undefined && silenced?.has(story.choice) === true;
  return { told: all.filter((one) => !isUnwanted(one)), unwanted: all.filter(isUnwanted).map(({ news }) => news) };
}

/** Sends one letter; what the address's queue has to do next: go on, or wait because of this answer. */
async function sendLetter(deps: MailDeps, claimed: Claimed, news: readonly News[]): Promise<Sent> {
  const { told: all, gone, broken } = await tellStories(deps.log, deps.letterKinds, news);
  const { told, unwanted } = await withoutUnwanted(deps, claimed, all);
  const whole = broken.length === 0 ? ({ outcome: 'sent' } as const) : ({ outcome: 'unwritten' } as const);
  if (gone.length + unwanted.length > 0) await forgetNews(deps.db, [...gone, ...unwanted]);
  const [first, ...rest] = told;
  if (first === undefined) return whole;
  const code = await antiPhishingCodeOf(deps.db, first.story.to);
  const written = writeLetter(deps, { kinds: deps.letterKinds, code }, [first, ...rest]);
  const answer = await deps.mailer.send({ id: written.id, to: written.to, ...written.letter, headers: written.headers });
  const isGivenUp =
    answer.outcome === 'later' && claimed.failingSince !== null && deps.clock.now() - claimed.failingSince > MAIL_GIVEN_UP_AFTER_MS;
  if (answer.outcome === 'sent') await settle(deps, claimed, { written, failure: null });
  else if (answer.outcome === 'refused' || isGivenUp) await settle(deps, claimed, { written, failure: answer.reason });
  else return answer;
  return whole;
}

/**
 * Sends one address what it is not told yet, as far as its allowance goes, oldest change first. A failure makes this address
 * wait, ever longer, and no other. Gives the answer that ended the work.
 */
export async function sendToRecipient(deps: MailDeps, claimed: Claimed): Promise<MailAnswer['outcome']> {
  const { recipient } = claimed;
  const now = deps.clock.now();
  const isLimited = deps.settings.rateLimits === 'on';
  const [waiting, sent] = await Promise.all([
    findWaiting(deps.db, recipient, now),
    isLimited ? findSentTimes(deps.db, { recipient, since: now - DAY_MS, limit: MAILS_PER_DAY }) : [],
  ]);
  const plan = isLimited ? planLetters(waiting, sent, now) : { letters: waiting.map((news) => [news]), nextAt: null };
  let isBroken = false;
  for (const told of plan.letters) {
    const answer = await sendLetter(deps, claimed, told);
    isBroken ||= answer.outcome === 'unwritten';
    if (answer.outcome !== 'later' && answer.outcome !== 'away') continue;
    const attempts = claimed.attempts + 1;
    const failingSince = claimed.failingSince ?? now;
    if (answer.outcome === 'away' && now - failingSince >= MAIL_ALARM_AFTER_MS) await callForServer(deps, answer.reason);
    deps.log.warn({ letter: told[0]?.kind, subject: told[0]?.subject, attempts, reason: answer.reason }, 'mail_not_taken');
    await finishRecipient(deps.db, { recipient, attempts, failingSince, nextAt: deps.clock.now() + retryDelayMs(attempts) });
    return answer.outcome;
  }
  const again = isBroken ? now + retryDelayMs(1) : null;
  await finishRecipient(deps.db, { recipient, attempts: 0, failingSince: null, nextAt: plan.nextAt ?? again });
  return 'sent';
}
