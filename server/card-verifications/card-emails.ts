import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findOrder, noticeReadersOf } from '#server/orders/queries.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/queries.ts';
import { reasonText } from './present.ts';
import { findVerification, type VerificationRow } from './store.ts';

/** Kind of mail news. */
export const CARD_EMAIL = 'card';

/** Who submitted a card, and the page about it. */
interface Submitter {
  readonly email: string;
  readonly locale: Locale;
  readonly url: string;
}

type LinkDeps = Pick<Deps, 'secrets' | 'settings'>;

async function findSubmitter(deps: LinkDeps, db: Queryable, row: VerificationRow): Promise<Submitter | undefined> {
  const order = row.order_id === null ? undefined : await findOrder(db, row.order_id);
  if (order) return { email: order.email, locale: order.locale, url: orderLinkOf(deps, order) };
  const person = row.user_id === null ? undefined : await findPerson(db, row.user_id);
  if (person === undefined) return undefined;
  return { ...person, url: `${deps.settings.publicUrl}${person.locale === 'en' ? '/en' : ''}/account/cards` };
}

/** Mails a decision that no mail about an order covers: another photo is required, or no order waits for the card. */
export async function mailCardDecision(deps: Pick<Deps, 'clock'>, tx: Tx, row: VerificationRow, email: string): Promise<void> {
  const now = deps.clock.now();
  await queueNews(tx, {
    kind: CARD_EMAIL,
    subject: row.id,
    recipient: email,
    version: 1,
    topic: row.state,
    isPaid: false,
    changedAt: now,
    dueAt: now,
    noticeReaders: {
      ...(row.order_id === null ? {} : { order: noticeReadersOf(row.order_id) }),
      ...(row.user_id === null ? {} : { userId: row.user_id }),
    },
  });
}

/** The address for a decision: that of the order, otherwise that of the account. */
export async function findCardEmail(tx: Tx, row: VerificationRow): Promise<string | undefined> {
  const order = row.order_id === null ? undefined : await findOrder(tx, row.order_id);
  if (order) return order.email;
  return row.user_id === null ? undefined : (await findPerson(tx, row.user_id))?.email;
}

/** Mails about submitted cards: accepted, or refused with the reason and a link to submit another photo. */
export const cardEmails = (deps: Pick<Deps, 'db' | 'secrets' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'card_letters.several.subject', { count }),
    heading: deps.t(locale, 'card_letters.several.heading', { count }),
    lead: deps.t(locale, 'card_letters.several.lead'),
  }),
  async compose({ subject }) {
    const row = await findVerification(deps.db, subject);
    const submitter = row && (await findSubmitter(deps, deps.db, row));
    if (row === undefined || submitter === undefined || (row.state !== 'verified' && row.state !== 'rejected')) return undefined;
    const { locale, email, url } = submitter;
    const card = row.card_masked;
    const heading = deps.t(locale, `card_letters.${row.state}.heading`, { card });
    const reason = reasonText(deps, row, locale);
    return {
      to: email,
      locale,
      email: {
        subject: heading,
        heading,
        lead: deps.t(locale, `card_letters.${row.state}.lead`, { reason: reason ?? '' }),
        lines: [{ label: deps.t(locale, 'card_letters.card'), value: card }],
        button: { label: deps.t(locale, `card_letters.${row.state}.open`), url },
      },
      line: { label: deps.t(locale, 'card_letters.card'), value: heading, url },
      notice: { event: row.state === 'rejected' ? 'action' : 'account' },
      footer: deps.t(locale, 'card_letters.footer'),
    };
  },
});
