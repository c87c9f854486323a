import type { Order } from '#core/order/order.ts';
import { foldEmail } from '#core/requisites/fold-email.ts';
import { INVITED_AGAIN_MS } from '#core/review.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertInvitation, sweepInvitations } from './invitations-store.ts';

/** Name of the kind; news is noted under it. */
export const REVIEW_LETTER = 'review';

/** Asks whoever has exchanged what he thinks of it, some hours later: everybody, however his exchange went (decision 0065). */
async function invite({ clock, shop }: Pick<Deps, 'clock' | 'shop'>, tx: Tx, order: Order): Promise<void> {
  const { invites, after_hours: hours } = shop.of('reviews');
  const now = clock.now();
  if (!invites) return;
  const mailbox = foldEmail(order.email);
  if ((await insertInvitation(tx, { orderId: order.id, mailbox, since: now - INVITED_AGAIN_MS, now })) === 0) return;
  // A decision about what he has said meanwhile takes its place: those count from one
  const news = {
    kind: REVIEW_LETTER,
    subject: order.id,
    recipient: order.email,
    version: 0,
    topic: 'invited',
    isPaid: false,
  };
  await noteNews(tx, { ...news, changedAt: now, dueAt: now + hours * HOUR_MS });
}

/** An order is completed: nobody's money waits for a letter that fails. */
export const INVITE_TO_REVIEW: Reaction = {
  name: 'invite_to_review',
  mayFail: true,
  onMoved: async (deps, tx, { before, after }) => {
    if (after.status === 'completed' && before?.status !== 'completed') await invite(deps, tx, after);
  },
};

/** Mailboxes are kept no longer than they keep a letter from going out. */
export const reviewJobs = (deps: Deps): void =>
  deps.queue.every(
    'sweep-review-invitations',
    6 * HOUR_MS,
    async () => void (await sweepInvitations(deps.db, deps.clock.now() - INVITED_AGAIN_MS)),
  );
