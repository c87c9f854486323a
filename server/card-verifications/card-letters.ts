import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { noteNews } from '#server/mails/note-news.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findById } from '#server/orders/find-order.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/find-person.ts';
import { reasonWords } from './present.ts';
import { findVerification, type VerificationRow } from './store.ts';

/** Name of the kind; news is noted under it. */
export const CARD_LETTER = 'card';

/** Who showed a card, and where he reads of it. */
interface Shower {
  readonly email: string;
  readonly locale: Locale;
  readonly url: string;
}

type LinkDeps = Pick<Deps, 'secrets' | 'settings'>;

async function findShower(deps: LinkDeps, db: Queryable, row: VerificationRow): Promise<Shower | undefined> {
  const order = row.order_id === null ? undefined : await findById(db, row.order_id);
  if (order) return { email: order.email, locale: order.locale, url: orderLinkOf(deps, order) };
  const person = row.user_id === null ? undefined : await findPerson(db, row.user_id);
  if (person === undefined) return undefined;
  return { ...person, url: `${deps.settings.publicUrl}${person.locale === 'en' ? '/en' : ''}/account/cards` };
}

/** Tells a decision that no letter of an order tells: another photo is asked for, or the card was shown without an order that waits. */
export async function tellByCardLetter(deps: Pick<Deps, 'clock'>, tx: Tx, row: VerificationRow, email: string): Promise<void> {
  const now = deps.clock.now();
  await noteNews(tx, {
    kind: CARD_LETTER,
    subject: row.id,
    recipient: email,
    version: 1,
    topic: row.state,
    isPaid: false,
    changedAt: now,
    dueAt: now,
    alsoTo: { ...(row.order_id === null ? {} : { orderId: row.order_id }), ...(row.user_id === null ? {} : { userId: row.user_id }) },
  });
}

/** Whom a decision is told to: the order's customer, else the account's. */
export async function findCardEmail(tx: Tx, row: VerificationRow): Promise<string | undefined> {
  const order = row.order_id === null ? undefined : await findById(tx, row.order_id);
  if (order) return order.email;
  return row.user_id === null ? undefined : (await findPerson(tx, row.user_id))?.email;
}

/** The letters about cards that were shown: accepted, or refused with the reason and the way to another photo. */
export const cardLetters = (deps: Pick<Deps, 'db' | 'secrets' | 'settings' | 't'>): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'card_letters.several.subject', { count }),
    heading: deps.t(locale, 'card_letters.several.heading', { count }),
    lead: deps.t(locale, 'card_letters.several.lead'),
  }),
  async tell({ subject }) {
    const row = await findVerification(deps.db, subject);
    const shower = row && (await findShower(deps, deps.db, row));
    if (row === undefined || shower === undefined || (row.state !== 'verified' && row.state !== 'rejected')) return undefined;
    const { locale, email, url } = shower;
    const card = row.card_masked;
    const heading = deps.t(locale, `card_letters.${row.state}.heading`, { card });
    const reason = reasonWords(deps, row, locale);
    return {
      to: email,
      locale,
      letter: {
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
