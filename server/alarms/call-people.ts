import { alarmCall } from '#core/alarm.ts';
import type { IncidentKind } from '#core/incident.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertMessage, staffOf, takeOpenings } from './store.ts';

/** Name of the kind of letter; its subject is a message of `alarm_messages`. */
export const ALARM_LETTER = 'alarm';

/** What calls people outside the office works with. */
export type CallDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'shop'>;

/** A letter of its own for an address, tried by the post. */
export async function callByMail(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  letter: { readonly incidentId: string | null; readonly email: string; readonly locale: Locale },
): Promise<void> {
  const [id, now] = [deps.random.uuid(), deps.clock.now()];
  const { email: recipient } = letter;
  await insertMessage(tx, { ...letter, id, way: 'mail', recipient, now });
  await noteNews(tx, {
    kind: ALARM_LETTER,
    subject: id,
    recipient,
    version: 1,
    topic: 'opened',
    // Among the first in what an address is sent in a day: somebody's money may be in it
    isPaid: true,
    changedAt: now,
    dueAt: now,
  });
}

/** The shop's first language is that of its chat. */
export async function callByTelegram(deps: CallDeps, tx: Tx, incidentId: string | null): Promise<void> {
  const locale = deps.shop.of('shop').languages[0] ?? 'ru';
  await insertMessage(tx, { id: deps.random.uuid(), incidentId, way: 'telegram', recipient: null, locale, now: deps.clock.now() });
}

async function callFor(
  deps: CallDeps,
  tx: Tx,
  opening: { readonly id: string; readonly kind: IncidentKind; readonly subject: string },
): Promise<void> {
  const { staff, mailed, emails, telegram } = alarmCall(opening, deps.shop.of('alarms'));
  const others = emails.map((email) => ({ email, locale: deps.shop.of('shop').languages[0] ?? 'ru' }));
  const people = staff.length === 0 ? [] : await staffOf(tx, staff, mailed);
  // Somebody who is both has one letter, in the language of his account
  const letters = new Map([...others, ...people].map((one) => [one.email.toLowerCase(), one]));
  for (const letter of letters.values()) await callByMail(deps, tx, { ...letter, incidentId: opening.id });
  if (telegram) await callByTelegram(deps, tx, opening.id);
}

const AT_ONCE = 20;

/** Calls people for every incident that was opened since (domain 11), once for each opening. */
export async function callPeople(deps: CallDeps): Promise<void> {
  await deps.db.tx(async (tx) => {
    for (const opening of await takeOpenings(tx, AT_ONCE, deps.clock.now())) await callFor(deps, tx, opening);
  });
}
