import { formatDateTime } from '#core/format/moment.ts';
import { retryDelayMs } from '#core/mail/allowance.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Messenger, MessengerAnswer } from '#server/adapters/messengers/port.ts';
import type { Deps } from '#server/deps.ts';
import { healIncident } from '#server/incidents/heal-incident.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { type AlarmMessage, markSent, postpone, takeDue } from './store.ts';
import { subjectWords } from './subject-words.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'live' | 'shop' | 't' | 'settings'> & {
  /** Undefined: the shop has no bot. */
  readonly messenger: Messenger | undefined;
};

/** One message tells of at most so many; it is far from the messenger's own limit. */
const AT_ONCE = 15;
/** Longer than any call may take. */
const TAKEN_FOR_MS = MINUTE_MS;
/** From this failure on a person is told by mail and in the office. */
const ALARM_AFTER = 3;
const SUBJECT = 'telegram';

/** The alarm's own words, what it is about and since when: no details, a chat is no place for them. */
function textOf(deps: SendDeps, messages: readonly AlarmMessage[]): string {
  const { t, settings } = deps;
  const lines = messages.map((message) => {
    const { kind, first_at: at, locale } = message;
    if (kind === null) return t(locale, 'alarms.told.try');
    const subject = subjectWords(deps, message);
    return t(locale, subject === null ? 'alarms.told.untold' : 'alarms.told.line', {
      what: t(locale, `office.incident.kind.${kind}`),
      subject: subject ?? '',
      at: at === null ? '' : formatDateTime(toRfc3339(at.getTime()), locale),
    });
  });
  return [...lines, `${settings.publicUrl}/office/incidents`].join('\n');
}

const NO_CHAT: MessengerAnswer = { outcome: 'refused', reason: 'no_chat' };
const NO_BOT: MessengerAnswer = { outcome: 'refused', reason: 'no_bot' };

async function answerTo(deps: SendDeps, messages: readonly AlarmMessage[]): Promise<MessengerAnswer> {
  const chat = deps.shop.of('alarms').telegram_chat;
  if (deps.messenger === undefined) return NO_BOT;
  return chat === null ? NO_CHAT : await deps.messenger.send(chat, textOf(deps, messages));
}

async function keepFailure(deps: SendDeps, messages: readonly AlarmMessage[], answer: Exclude<MessengerAnswer, { outcome: 'sent' }>) {
  const attempts = Math.max(...messages.map((message) => message.attempts));
  const waitMs = Math.max(retryDelayMs(attempts), answer.outcome === 'later' ? answer.afterMs : 0);
  const ids = messages.map(({ id }) => id);
  await deps.db.tx(async (tx) => {
    await postpone(tx, ids, { problem: answer.reason, due: deps.clock.now() + waitMs });
    // A try tells whoever tries; an alarm that does not arrive is one itself, which never goes the way that is broken
    if (attempts >= ALARM_AFTER && messages.some(({ kind }) => kind !== null))
      await raiseIncident(deps, tx, { kind: 'messenger_away', subject: SUBJECT, detail: { reason: answer.reason } });
  });
}

/** Sends what is due to the shop's chat, all of it as one message; what does not go is tried again for a day, ever more seldom. */
export async function sendTelegram(deps: SendDeps): Promise<void> {
  const now = deps.clock.now();
  const taken = await takeDue(deps.db, AT_ONCE, now, now + TAKEN_FOR_MS);
  // What is right again by the time it could be told calls nobody
  const told = taken.filter(({ closed_at: closedAt }) => closedAt === null);
  const answer: MessengerAnswer = told.length === 0 ? { outcome: 'sent' } : await answerTo(deps, told);
  const done = answer.outcome === 'sent' ? taken : taken.filter((message) => !told.includes(message));
  if (done.length > 0)
    await deps.db.tx(
      async (tx) =>
        await markSent(
          tx,
          done.map(({ id }) => id),
          deps.clock.now(),
        ),
    );
  if (answer.outcome !== 'sent') return await keepFailure(deps, told, answer);
  if (told.length > 0) await deps.db.tx(async (tx) => await healIncident(deps, tx, { kind: 'messenger_away', subject: SUBJECT }));
}
