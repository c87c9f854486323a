import { INVITATION_INTERVAL_MS } from '#core/customer/review.ts';
import type { Locale } from '#core/locale.ts';
import type { Order } from '#core/order/order.ts';
import { foldEmail } from '#core/requisites/email.ts';
import { HOUR_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { findOrder } from '#server/orders/queries.ts';
import { type Queryable, sql, type Tx } from '#server/platform/db/db.ts';
import { reviewLinkOf } from './review-access.ts';
import { findByOrder, type ReviewRow } from './store.ts';

type EmailDeps = Pick<Deps, 'db' | 'secrets' | 'settings' | 't' | 'catalogue'>;
type Topic = 'invited' | 'declined' | 'answered';

const TOPICS: readonly string[] = ['invited', 'declined', 'answered'] satisfies Topic[];
const isTopic = (topic: string): topic is Topic => TOPICS.includes(topic);

/** Whether a topic still applies when the mail is written. */
const STILL_APPLIES: Readonly<Record<Topic, (row: ReviewRow | undefined) => boolean>> = {
  invited: (row) => row === undefined,
  declined: (row) => row?.state === 'declined',
  answered: (row) => row?.state === 'published' && row.answer !== null,
};

/** Mails about a review: invitation, refusal and answer. Customers can turn them off. */
export const reviewEmails = (deps: EmailDeps): EmailKind => {
  const text = (locale: Locale, key: string, params: Readonly<Record<string, string | number>> = {}) =>
    deps.t(locale, `review_letters.${key}`, params);
  return {
    mergedTexts: (locale, count) => {
      const heading = text(locale, 'several', { count });
      return { subject: heading, heading, lead: text(locale, 'several_lead') };
    },
    async compose({ subject, topic }) {
      const order = await findOrder(deps.db, subject);
      const row = order && (await findByOrder(deps.db, subject));
      if (order === undefined || !isTopic(topic) || !STILL_APPLIES[topic](row)) return undefined;
      const { locale } = order;
      const nameOf = (code: string) => deps.catalogue.paymentSystem(code)?.name[locale] ?? code;
      const pair = text(locale, 'pair', { from: nameOf(order.incomeCode), to: nameOf(order.outcomeCode) });
      const url = reviewLinkOf(deps, order);
      const heading = text(locale, `${topic}.heading`, { pair });
      const reasonLines =
        topic === 'declined' && row?.decline_reason != null
          ? [
              { label: text(locale, 'reason'), value: text(locale, `reasons.${row.decline_reason}`) },
              ...(row.decline_text === null ? [] : [{ label: text(locale, 'text'), value: row.decline_text }]),
            ]
          : [];
      const answerLines = topic === 'answered' && row?.answer != null ? [{ label: text(locale, 'answer'), value: row.answer }] : [];
      return {
        to: order.email,
        locale,
        email: {
          subject: heading,
          heading,
          lead: text(locale, `${topic}.lead`),
          lines: [{ label: text(locale, 'exchange'), value: pair }, ...reasonLines, ...answerLines],
          button: { label: text(locale, `${topic}.open`), url },
        },
        line: { label: pair, value: heading, url },
        choice: 'reviews',
        footer: text(locale, `${topic}.footer`),
      };
    },
  };
};

/** Returns 0 if the mailbox was invited since that moment. Concurrent invitations are serialized. */
const insertInvitation = (
  tx: Tx,
  { orderId, mailbox, since, now }: { readonly orderId: string; readonly mailbox: string; readonly since: Instant; readonly now: Instant },
): Promise<number> =>
  tx.run(sql`
    insert into review_invitations (order_id, mailbox, at)
    values (${orderId}, ${mailbox}, ${new Date(now)})
    on conflict (mailbox) do update set order_id = excluded.order_id, at = excluded.at where review_invitations.at <= ${new Date(since)}`);

/** Deletes invitations that no longer prevent another one. */
const deleteOldInvitations = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`delete from review_invitations where at <= ${new Date(before)}`);

/** Kind of mail news. */
export const REVIEW_EMAIL = 'review';

/** Invites the customer to review some hours later. Every customer is invited, whatever happened (decision 0065). */
async function invite({ clock, shop }: Pick<Deps, 'clock' | 'shop'>, tx: Tx, order: Order): Promise<void> {
  const { invites, after_hours: hours } = shop.of('reviews');
  const now = clock.now();
  if (!invites) return;
  const mailbox = foldEmail(order.email);
  if ((await insertInvitation(tx, { orderId: order.id, mailbox, since: now - INVITATION_INTERVAL_MS, now })) === 0) return;
  // The mail about a decision has version 1 or more, so it replaces the invitation
  const news = {
    kind: REVIEW_EMAIL,
    subject: order.id,
    recipient: order.email,
    version: 0,
    topic: 'invited',
    isPaid: false,
  };
  await queueNews(tx, { ...news, changedAt: now, dueAt: now + hours * HOUR_MS });
}

/** Runs when an order is completed. It may fail without affecting the order. */
export const INVITE_TO_REVIEW: Reaction = {
  name: 'invite_to_review',
  phase: 'mail',
  mayFail: true,
  onMoved: async (deps, tx, { before, after }) => {
    if (after.status === 'completed' && before?.status !== 'completed') await invite(deps, tx, after);
  },
};

/** Deletes invitations, and with them mailboxes, once they no longer limit further invitations. */
export const reviewJobs = (deps: Deps): void =>
  deps.queue.every(
    'sweep-review-invitations',
    6 * HOUR_MS,
    async () => void (await deleteOldInvitations(deps.db, deps.clock.now() - INVITATION_INTERVAL_MS)),
  );
