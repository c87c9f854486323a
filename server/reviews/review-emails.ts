import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { findOrder } from '#server/orders/queries.ts';
import { findByOrder, type ReviewRow } from './store.ts';
import { reviewLinkOf } from './review-access.ts';

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

/** Mails about a review: invitation, refusal, answer. Customers can turn them off. */
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
