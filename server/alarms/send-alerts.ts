import { alarmRecipients } from '#core/staff/alarm.ts';
import type { IncidentKind } from '#core/staff/incident.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { claimOpenings, hasOpenings } from '#server/incidents/queries.ts';
import { insertMessage, staffOf } from './store.ts';

/** Mail kind; the subject of such a mail is a row of `alarm_messages`. */
export const ALARM_MAIL = 'alarm';

export type AlertDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'shop'>;

/** Queues an alarm mail to one address. */
export async function alertByMail(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  mail: { readonly incidentId: string | null; readonly email: string; readonly locale: Locale },
): Promise<void> {
  const [id, now] = [deps.random.uuid(), deps.clock.now()];
  const { email: recipient } = mail;
  await insertMessage(tx, { ...mail, id, way: 'mail', recipient, now });
  await queueNews(tx, {
    kind: ALARM_MAIL,
    subject: id,
    recipient,
    version: 1,
    topic: 'opened',
    // Counts as urgent in an address's daily limit: money may depend on it
    isPaid: true,
    changedAt: now,
    dueAt: now,
  });
}

/** Queues an alarm for the operators' chat, in the shop's first language. */
export async function alertByTelegram(deps: AlertDeps, tx: Tx, incidentId: string | null): Promise<void> {
  const locale = deps.shop.of('shop').languages[0] ?? 'ru';
  await insertMessage(tx, { id: deps.random.uuid(), incidentId, way: 'telegram', recipient: null, locale, now: deps.clock.now() });
}

async function alertFor(
  deps: AlertDeps,
  tx: Tx,
  incident: { readonly id: string; readonly kind: IncidentKind; readonly subject: string },
): Promise<void> {
  const { staff, mailAudience: mailed, emails, telegram } = alarmRecipients(incident, deps.shop.of('alarms'));
  const otherRecipients = emails.map((email) => ({ email, locale: deps.shop.of('shop').languages[0] ?? 'ru' }));
  const staffMembers = staff.length === 0 ? [] : await staffOf(tx, staff, mailed);
  // An address in both lists gets one mail, in the language of the account
  const recipients = new Map([...otherRecipients, ...staffMembers].map((recipient) => [recipient.email.toLowerCase(), recipient]));
  for (const recipient of recipients.values()) await alertByMail(deps, tx, { ...recipient, incidentId: incident.id });
  if (telegram) await alertByTelegram(deps, tx, incident.id);
}

const BATCH = 20;

/** Sends alarms for every incident opened since the last run (domain 11), once per opening. */
export async function sendAlerts(deps: AlertDeps): Promise<void> {
  if (!(await hasOpenings(deps.db))) return;
  await deps.db.tx(async (tx) => {
    for (const incident of await claimOpenings(tx, BATCH, deps.clock.now())) await alertFor(deps, tx, incident);
  });
}
