import { formatDateTime } from '#core/format/moment.ts';
import { retryDelayMs } from '#core/mail/allowance.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Messenger, SendResult } from '#server/adapters/messengers/port.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident, resolveIncident } from '#server/incidents/raise-incident.ts';
import { type AlarmMessage, markSent, postpone, claimDue } from './store.ts';
import { subjectText } from './alarm-mails.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'live' | 'shop' | 't' | 'settings'> & {
  /** Undefined if no bot is configured. */
  readonly messenger: Messenger | undefined;
};

/** Alarms in one message; far below the messenger's limit. */
const MAX_PER_MESSAGE = 15;
/** Longer than any call to the messenger takes. */
const CLAIM_MS = MINUTE_MS;
/** Number of failed attempts after which an incident is raised. */
const ALARM_AFTER_ATTEMPTS = 3;
const SUBJECT = 'telegram';

/** Title, subject and time of each alarm; no details: a chat is not private enough. */
function textOf(deps: SendDeps, messages: readonly AlarmMessage[]): string {
  const { t, settings } = deps;
  const lines = messages.map((message) => {
    const { kind, first_at: at, locale } = message;
    if (kind === null) return t(locale, 'alarms.told.try');
    const subject = subjectText(deps, message);
    return t(locale, subject === null ? 'alarms.told.untold' : 'alarms.told.line', {
      what: t(locale, `office.incident.kind.${kind}`),
      subject: subject ?? '',
      at: at === null ? '' : formatDateTime(toRfc3339(at.getTime()), locale),
    });
  });
  return [...lines, `${settings.publicUrl}/office/incidents`].join('\n');
}

const NO_CHAT: SendResult = { outcome: 'refused', reason: 'no_chat' };
const NO_BOT: SendResult = { outcome: 'refused', reason: 'no_bot' };

async function sendToChat(deps: SendDeps, messages: readonly AlarmMessage[]): Promise<SendResult> {
  const chat = deps.shop.of('alarms').telegram_chat;
  if (deps.messenger === undefined) return NO_BOT;
  return chat === null ? NO_CHAT : await deps.messenger.send(chat, textOf(deps, messages));
}

async function recordFailure(deps: SendDeps, messages: readonly AlarmMessage[], failure: Exclude<SendResult, { outcome: 'sent' }>) {
  const attempts = Math.max(...messages.map((message) => message.attempts));
  const waitMs = Math.max(retryDelayMs(attempts), failure.outcome === 'later' ? failure.afterMs : 0);
  const ids = messages.map(({ id }) => id);
  await deps.db.tx(async (tx) => {
    await postpone(tx, ids, { problem: failure.reason, due: deps.clock.now() + waitMs });
    // A test message shows its result to the operator; a failing alarm raises an incident, which is never sent this way
    if (attempts >= ALARM_AFTER_ATTEMPTS && messages.some(({ kind }) => kind !== null))
      await raiseIncident(deps, tx, { kind: 'messenger_away', subject: SUBJECT, detail: { reason: failure.reason } });
  });
}

/** Sends all due alarms to the operators' chat as one message; failed ones are retried for a day with growing intervals. */
export async function sendTelegram(deps: SendDeps): Promise<void> {
  const now = deps.clock.now();
  const claimed = await claimDue(deps.db, MAX_PER_MESSAGE, now, now + CLAIM_MS);
  // Incidents closed since the alarm was queued are not sent
  const unresolved = claimed.filter(({ closed_at: closedAt }) => closedAt === null);
  const result: SendResult = unresolved.length === 0 ? { outcome: 'sent' } : await sendToChat(deps, unresolved);
  const finished = result.outcome === 'sent' ? claimed : claimed.filter((message) => !unresolved.includes(message));
  if (finished.length > 0)
    await deps.db.tx(
      async (tx) =>
        await markSent(
          tx,
          finished.map(({ id }) => id),
          deps.clock.now(),
        ),
    );
  if (result.outcome !== 'sent') return await recordFailure(deps, unresolved, result);
  if (unresolved.length > 0) await deps.db.tx(async (tx) => await resolveIncident(deps, tx, { kind: 'messenger_away', subject: SUBJECT }));
}
