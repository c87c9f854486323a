import type { Order } from '#core/order/order.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterLine } from '#server/mails/letter.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { noteNews } from '#server/mails/note-news.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import type { Tx } from '#server/platform/db/db.ts';

interface News {
  readonly kind: string;
  readonly topic: string;
  /** News of a lower version is told already. */
  readonly version: number;
  readonly now: Instant;
}

/** Notes that the customer of an order is to be told something at once, also in what follows the order. */
export const noteAboutOrder = async (tx: Tx, order: Order, { kind, topic, version, now }: News): Promise<void> =>
  await noteNews(tx, {
    kind,
    subject: order.id,
    recipient: order.email,
    version,
    topic,
    isPaid: true,
    changedAt: now,
    dueAt: now,
    alsoTo: { orderId: order.id },
  });

interface Told {
  readonly order: Order;
  /** `subject`, `heading` and `lead` below this key of `order_letters`. */
  readonly words: string;
  readonly params: Readonly<Record<string, string>>;
  readonly lines: readonly LetterLine[];
  /** Key of the button's words. */
  readonly button: string;
  readonly event: 'payout' | 'action';
}

/** A kind of letter about one thing that happened to an order, with the link to its page; undefined: there is nothing to tell any more. */
export const letterAboutOrder = (
  deps: Pick<Deps, 'secrets' | 'settings' | 't'>,
  find: (orderId: string) => Promise<Told | undefined>,
): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'order_letters.several.subject', { count }),
    heading: deps.t(locale, 'order_letters.several.heading', { count }),
    lead: deps.t(locale, 'order_letters.several.lead'),
  }),
  async tell({ subject }) {
    const told = await find(subject);
    if (told === undefined) return undefined;
    const { order, words, params, lines, button, event } = told;
    const { locale } = order;
    const t = (key: string) => deps.t(locale, `order_letters.${words}.${key}`, { id: order.id, ...params });
    const url = orderLinkOf(deps, order);
    return {
      to: order.email,
      locale,
      letter: { subject: t('subject'), heading: t('heading'), lead: t('lead'), lines, button: { label: deps.t(locale, button), url } },
      line: { label: deps.t(locale, 'order_letters.line.several', { id: order.id }), value: t('heading'), url },
      notice: { event },
      footer: deps.t(locale, order.quote.isDemo ? 'order_letters.footer_demo' : 'order_letters.footer'),
    };
  },
});
