import { formatDateTime } from '#core/format/moment.ts';
import type { Order } from '#core/order/order.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { type PresentDeps, presentOrder } from '#server/orders/customer/present.ts';
import { findById } from '#server/orders/find-order.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { letterAboutOrder, noteAboutOrder } from './about-order.ts';

/** Name of the kind; news is noted under it. */
export const PROMISE_LETTER = 'promise';

/** Notes that the customer is to be told of a promise that passed. */
export const noteMissedPromise = async (tx: Tx, order: Order, missedAt: Instant, now: Instant): Promise<void> =>
  await noteAboutOrder(tx, order, { kind: PROMISE_LETTER, topic: 'missed', version: Math.floor(missedAt / SECOND_MS), now });

/** The letter about a payout that is later than promised: the old time and the new one, as the order's page shows them; the last letter has no new one. */
export const promiseLetters = (deps: PresentDeps & Pick<Deps, 'db' | 'settings'>): LetterKind =>
  letterAboutOrder(deps, async (id) => {
    const order = await findById(deps.db, id);
    if (order === undefined) return undefined;
    const { locale } = order;
    const { payout_promise: promise, payout_overdue_since: overdue } = (await presentOrder(deps, deps.db, { order, locale })).attributes;
    const common = { order, lines: [], button: 'order_letters.open', event: 'payout' } as const;
    if (overdue !== null) return { ...common, words: 'promises_over', params: { missed: formatDateTime(overdue, locale) } };
    if (promise === null || promise.missed_at === null) return undefined;
    const params = { at: formatDateTime(promise.at, locale), missed: formatDateTime(promise.missed_at, locale) };
    return { ...common, words: 'promise_missed', params };
  });
