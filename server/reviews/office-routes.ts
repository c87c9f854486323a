import {
  officeAnswerReview,
  officeDecideReview,
  officeListReviews,
  type OfficeReviewAttributes,
} from '#contract/office/customers/reviews.ts';
import { formatAmount } from '#core/money/amount.ts';
import { maskPersonal, nextDecisions } from '#core/customer/review.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { answerReview, decideReview } from './decide-review.ts';
import * as store from './office-store.ts';

type OfficeDeps = Pick<Deps, 'db' | 'catalogue' | 'clock' | 'random' | 'secrets' | 'live'>;

/** The published form of a text, with personal data masked. Null if it does not differ. */
const maskedIfDifferent = (text: string): string | null => (maskPersonal(text) === text ? null : maskPersonal(text));

function present({ catalogue }: Pick<Deps, 'catalogue'>, row: store.OfficeReviewRow): OfficeReviewAttributes {
  const amount = (minor: string, code: string) => formatAmount(BigInt(minor), catalogue.paymentSystem(code)?.scale ?? 0);
  return {
    rating: row.rating,
    text: row.body,
    shown_text: maskedIfDifferent(row.body),
    name: row.name,
    shown_name: row.name && maskedIfDifferent(row.name),
    locale: row.locale,
    state: row.state,
    version: row.version,
    written_at: row.written_at.toISOString(),
    decided_at: row.decided_at && row.decided_at.toISOString(),
    decided_by: row.decided_by_name,
    decline_reason: row.decline_reason,
    decline_text: row.decline_text,
    answers: row.answers,
    order_id: row.order_id,
    payment_system_from_id: row.income_code,
    payment_system_to_id: row.outcome_code,
    income_amount: amount(row.income_amount, row.income_code),
    outcome_amount: amount(row.outcome_amount, row.outcome_code),
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at.toISOString(),
    next: [...nextDecisions(row.state)],
  };
}

async function readReview(deps: OfficeDeps, db: Queryable, id: string) {
  const row = await store.findReview(db, id);
  return row ? accept({ data: { type: 'reviews', id, attributes: present(deps, row) } }) : refuse({ code: 'not_found' });
}

/** The operators' calls about reviews (decision 0065). */
export const officeReviewRoutes = (deps: OfficeDeps): Route[] => [
  route(officeListReviews, async (call) => {
    const { state = 'pending', rating, q, order_id: orderId } = call.query;
    const filter = {
      state: state === 'all' ? undefined : state,
      rating: rating === undefined ? undefined : Number(rating),
      q: q?.trim() || undefined,
      orderId,
    };
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = await Promise.all([
      store.listReviews(deps.db, filter, page),
      store.countReviews(deps.db, filter, page.maxCounted),
    ]);
    return accept({
      data: rows.map((row) => ({ type: 'reviews', id: row.id, attributes: present(deps, row) })),
      page: pageInfo(page, total, ends),
    });
  }),
  route(officeDecideReview, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    const { decision, reason = null, version } = body;
    const decided = await decideReview(deps, tx, { id, decision, reason, text: body.text?.trim() || null, version, operatorId });
    return decided.ok ? await readReview(deps, tx, id) : decided;
  }),
  route(officeAnswerReview, async ({ params: { id }, body: { text, version }, visitor: { userId: operatorId }, tx }) => {
    const answered = await answerReview(deps, tx, { id, text, version, operatorId });
    return answered.ok ? await readReview(deps, tx, id) : answered;
  }),
];
