import type { CardCheckAttributes, CardCheckDetailAttributes } from '#contract/office/orders/card-verifications.ts';
import type { CardVerificationAttributes } from '#contract/public/card-verifications.ts';
import { CARD_REASON_RULES, nextVerifyingStart, verifyingMinutes } from '#core/customer/card-verification.ts';
import { formatMoney } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { findMaskedDestination } from '#server/orders/create/card-standing.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type CheckRow, findRelated } from './office-store.ts';
import { findQueuePosition, type VerificationRow } from './store.ts';

/** Why a card was refused: the text for the reason, and the verifier's own text. */
export function reasonText(deps: Pick<Deps, 't'>, { reason, reason_text }: VerificationRow, locale: Locale): string | null {
  if (reason === null) return null;
  if (reason === 'unspecified' && reason_text !== null) return reason_text;
  const text = deps.t(locale, `card_verification.reason.${reason}`);
  return reason_text === null ? text : `${text} ${reason_text}`;
}

/** A card for its customer. */
export async function presentVerification(
  deps: Pick<Deps, 't' | 'clock'>,
  db: Queryable,
  { row, locale }: { readonly row: VerificationRow; readonly locale: Locale },
): Promise<{ type: string; id: string; attributes: CardVerificationAttributes }> {
  const now = deps.clock.now();
  const queuePosition = await findQueuePosition(db, row);
  const from = queuePosition === null ? null : nextVerifyingStart(now);
  const attributes: CardVerificationAttributes = {
    status: row.state,
    card_number_masked: row.card_masked,
    name: row.name,
    issuing_bank_id: row.issuing_bank_id,
    order_public_id: row.order_id,
    // The page has its own message for a missing reason (spec 8)
    reason: row.reason === 'unspecified' && row.reason_text === null ? null : reasonText(deps, row, locale),
    may_try_again: row.reason !== null && !CARD_REASON_RULES[row.reason].isFinal,
    created_at: toRfc3339(row.created_at.getTime()),
    decided_at: row.decided_at === null ? null : toRfc3339(row.decided_at.getTime()),
    queue_position: queuePosition,
    eta_minutes: queuePosition === null ? null : verifyingMinutes(queuePosition, now),
    opens_at: from === null ? null : toRfc3339(from),
  };
  return { type: 'card_verifications', id: row.id, attributes };
}

/** The operator who reads the card, and the locale. */
export interface Reader {
  readonly operatorId: string;
  readonly locale: Locale;
}

const moment = (at: Date | null): string | null => (at === null ? null : toRfc3339(at.getTime()));

/** A card for verifiers, without its number. */
export const presentCheck = (row: CheckRow, { operatorId, locale }: Reader): CardCheckAttributes => ({
  status: row.state,
  card_masked: row.card_masked,
  name: row.name,
  issuing_bank: locale === 'en' ? row.bank_en : row.bank_ru,
  order_id: row.order_id,
  customer: row.email === '' ? '' : maskEmail(row.email),
  reason: row.reason,
  reason_text: row.reason_text,
  created_at: toRfc3339(row.created_at.getTime()),
  held_by: row.held_by_name,
  held_until: moment(row.held_until),
  is_mine: row.held_by === operatorId,
  decided_by: row.decided_by_name,
  decided_at: moment(row.decided_at),
  has_picture: row.has_picture,
});

const presentRelated = (row: VerificationRow): CardCheckDetailAttributes['earlier'][number] => ({
  id: row.id,
  status: row.state,
  card_masked: row.card_masked,
  name: row.name,
  reason: row.reason,
  order_id: row.order_id,
  created_at: toRfc3339(row.created_at.getTime()),
});

async function presentOrderOf(
  deps: Pick<Deps, 'catalogue'>,
  db: Queryable,
  id: string | null,
  locale: Locale,
): Promise<CardCheckDetailAttributes['order']> {
  const order = id === null ? undefined : await findOrder(db, id);
  if (order === undefined) return null;
  const { income, outcome } = orderSides(deps.catalogue, order);
  const money = (system: typeof income, amount: bigint) =>
    formatMoney(formatAmount(amount, system.scale), { currency_iso_code: system.currency, precision: system.precision }, locale);
  return {
    id: order.id,
    status: order.status,
    income: `${money(income, order.incomeAmount)} · ${income.name[locale]}`,
    outcome: `${money(outcome, order.outcomeAmount)} · ${outcome.name[locale]}`,
    outcome_requisites_masked: await findMaskedDestination(db, order.id),
    email_masked: maskEmail(order.email),
    created_at: toRfc3339(order.createdAt),
    expires_at: order.expiresAt === null ? null : toRfc3339(order.expiresAt),
  };
}

/** A card with its order and related cards. */
export async function presentCheckDetail(
  deps: Pick<Deps, 'catalogue'>,
  db: Queryable,
  row: CheckRow,
  reader: Reader,
): Promise<{ type: string; id: string; attributes: CardCheckDetailAttributes }> {
  const { earlier, elsewhere } = await findRelated(db, row.id);
  const attributes = {
    ...presentCheck(row, reader),
    order: await presentOrderOf(deps, db, row.order_id, reader.locale),
    earlier: earlier.map(presentRelated),
    elsewhere: elsewhere.map(presentRelated),
  };
  return { type: 'card_verifications', id: row.id, attributes };
}
