import { REVIEWS_CHANNEL } from './queries.ts';
import { cleanReviewText, MAX_REVIEW_CHARS, nextDecisions, type ReviewDecision, type ReviewDeclineReason } from '#core/customer/review.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { REVIEW_EMAIL } from './review-emails.ts';
import { findReview, saveAnswer, saveDecision } from './office-store.ts';

type DecideDeps = Pick<Deps, 'clock' | 'random' | 'secrets' | 'live'>;
type ReviewRefusal = 'required' | 'not_found' | 'edit_conflict' | 'order_state_conflict';

interface AuthorNotification {
  readonly orderId: string;
  readonly version: number;
  readonly topic: 'declined' | 'answered';
}

/** Mails the author, unless the order's data was erased. */
async function mailAuthor({ clock }: DecideDeps, tx: Tx, { orderId, version, topic }: AuthorNotification): Promise<void> {
  const order = await findOrder(tx, orderId);
  if (order === undefined || order.email.endsWith('.invalid')) return;
  const now = clock.now();
  const mailKey = { subject: orderId, version, topic };
  const news = { kind: REVIEW_EMAIL, recipient: order.email, isPaid: false, ...mailKey };
  await queueNews(tx, { ...news, changedAt: now, dueAt: now });
}

export interface DecisionInput {
  readonly id: string;
  readonly decision: ReviewDecision;
  readonly reason: ReviewDeclineReason | null;
  readonly text: string | null;
  readonly version: number;
  readonly operatorId: string;
}

/** Publishes or declines a review. Its text is never changed. Refused if the review was changed since it was read. */
export async function decideReview(deps: DecideDeps, tx: Tx, input: DecisionInput): Promise<Result<null, ReviewRefusal>> {
  const { id, decision, version, operatorId } = input;
  const current = await findReview(tx, id);
  if (current === undefined) return refuse({ code: 'not_found' });
  if (current.version !== version) return refuse({ code: 'edit_conflict' });
  if (!nextDecisions(current.state).includes(decision)) return refuse({ code: 'order_state_conflict', message: 'review_state' });
  const isDeclined = decision === 'declined';
  if (isDeclined && input.reason === null) return refuse({ code: 'required', field: 'reason' });
  const [reason, text] = isDeclined ? [input.reason, input.text] : [null, null];
  const now = deps.clock.now();
  if ((await saveDecision(tx, { id, version, decision, reason, text, operatorId, now })) === 0) return refuse({ code: 'edit_conflict' });
  deps.live.hint(tx, REVIEWS_CHANNEL, id);
  // Audited under the order, which has one review. The rating is recorded, so that hiding low ratings is visible. The text is not copied
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: `review.${decision}`,
    subjectType: 'review',
    subjectId: current.order_id,
    detail: { from: current.state, rating: current.rating, reason, text },
  });
  if (isDeclined) await mailAuthor(deps, tx, { orderId: current.order_id, version: version + 1, topic: 'declined' });
  return accept(null);
}

export interface AnswerInput {
  readonly id: string;
  readonly text: string;
  readonly version: number;
  readonly operatorId: string;
}

/** Answers a published review for the shop, or removes the answer. The first answer is mailed to the author. */
export async function answerReview(deps: DecideDeps, tx: Tx, input: AnswerInput): Promise<Result<null, ReviewRefusal>> {
  const { id, version, operatorId } = input;
  const text = cleanReviewText(input.text).slice(0, MAX_REVIEW_CHARS);
  const current = await findReview(tx, id);
  if (current === undefined) return refuse({ code: 'not_found' });
  if (current.version !== version) return refuse({ code: 'edit_conflict' });
  if (current.state !== 'published') return refuse({ code: 'order_state_conflict', message: 'review_state' });
  const [latest] = current.answers;
  const currentAnswer = latest !== undefined && new Date(latest.at) >= current.written_at ? latest.text : '';
  if (text === currentAnswer) return text === '' ? refuse({ code: 'required', field: 'text' }) : accept(null);
  if ((await saveAnswer(tx, { id, version, text, operatorId, now: deps.clock.now() })) === 0) return refuse({ code: 'edit_conflict' });
  deps.live.hint(tx, REVIEWS_CHANNEL, id);
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: text === '' ? 'review.answer_removed' : 'review.answered',
    subjectType: 'review',
    subjectId: current.order_id,
    detail: { text },
  });
  if (current.answers.length === 0) await mailAuthor(deps, tx, { orderId: current.order_id, version: version + 1, topic: 'answered' });
  return accept(null);
}
