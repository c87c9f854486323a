import { REVIEWS_CHANNEL } from './channel.ts';
import { cleanReviewText, MAX_REVIEW_CHARS, nextDecisions, type ReviewDecision, type ReviewDeclineReason } from '#core/review.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { findById } from '#server/orders/find-order.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { REVIEW_LETTER } from './invite.ts';
import { findReview, saveAnswer, saveDecision } from './office-store.ts';

type DeedDeps = Pick<Deps, 'clock' | 'random' | 'secrets' | 'live'>;
type Refused = 'required' | 'not_found' | 'edit_conflict' | 'order_state_conflict';

interface Told {
  readonly orderId: string;
  readonly version: number;
  readonly topic: 'declined' | 'answered';
}

/** By letter, where there still is somebody: who has had his data destroyed is nobody. */
async function tellAuthor({ clock }: DeedDeps, tx: Tx, { orderId, version, topic }: Told): Promise<void> {
  const order = await findById(tx, orderId);
  if (order === undefined || order.email.endsWith('.invalid')) return;
  const now = clock.now();
  const told = { subject: orderId, version, topic };
  const news = { kind: REVIEW_LETTER, recipient: order.email, isPaid: false, ...told };
  await noteNews(tx, { ...news, changedAt: now, dueAt: now });
}

export interface WantedDecision {
  readonly id: string;
  readonly decision: ReviewDecision;
  readonly reason: ReviewDeclineReason | null;
  readonly text: string | null;
  readonly version: number;
  readonly operatorId: string;
}

/** Shows a review or hides it, for a reason of the list; what it says stays its author's. Refused where it has changed since it was read. */
export async function decideReview(deps: DeedDeps, tx: Tx, wanted: WantedDecision): Promise<Result<null, Refused>> {
  const { id, decision, version, operatorId } = wanted;
  const before = await findReview(tx, id);
  if (before === undefined) return refuse({ code: 'not_found' });
  if (before.version !== version) return refuse({ code: 'edit_conflict' });
  if (!nextDecisions(before.state).includes(decision)) return refuse({ code: 'order_state_conflict', message: 'review_state' });
  const isDeclined = decision === 'declined';
  if (isDeclined && wanted.reason === null) return refuse({ code: 'required', field: 'reason' });
  const [reason, text] = isDeclined ? [wanted.reason, wanted.text] : [null, null];
  const now = deps.clock.now();
  if ((await saveDecision(tx, { id, version, decision, reason, text, operatorId, now })) === 0) return refuse({ code: 'edit_conflict' });
  deps.live.hint(tx, REVIEWS_CHANNEL, id);
  // Named by its order, which has one review, as people know it; with its stars: whoever hides those of one kind is seen. Its words
  // are not kept twice
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: `review.${decision}`,
    subjectType: 'review',
    subjectId: before.order_id,
    detail: { from: before.state, rating: before.rating, reason, text },
  });
  if (isDeclined) await tellAuthor(deps, tx, { orderId: before.order_id, version: version + 1, topic: 'declined' });
  return accept(null);
}

export interface WantedAnswer {
  readonly id: string;
  readonly text: string;
  readonly version: number;
  readonly operatorId: string;
}

/** Answers a published review in the name of the shop, or takes the answer away; its author is told of the first one. */
export async function answerReview(deps: DeedDeps, tx: Tx, wanted: WantedAnswer): Promise<Result<null, Refused>> {
  const { id, version, operatorId } = wanted;
  const text = cleanReviewText(wanted.text).slice(0, MAX_REVIEW_CHARS);
  const before = await findReview(tx, id);
  if (before === undefined) return refuse({ code: 'not_found' });
  if (before.version !== version) return refuse({ code: 'edit_conflict' });
  if (before.state !== 'published') return refuse({ code: 'order_state_conflict', message: 'review_state' });
  const [last] = before.answers;
  const stands = last !== undefined && new Date(last.at) >= before.written_at ? last.text : '';
  if (text === stands) return text === '' ? refuse({ code: 'required', field: 'text' }) : accept(null);
  if ((await saveAnswer(tx, { id, version, text, operatorId, now: deps.clock.now() })) === 0) return refuse({ code: 'edit_conflict' });
  deps.live.hint(tx, REVIEWS_CHANNEL, id);
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: text === '' ? 'review.answer_removed' : 'review.answered',
    subjectType: 'review',
    subjectId: before.order_id,
    detail: { text },
  });
  if (before.answers.length === 0) await tellAuthor(deps, tx, { orderId: before.order_id, version: version + 1, topic: 'answered' });
  return accept(null);
}
