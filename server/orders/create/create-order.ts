import { begin, type Draft } from '#core/order/decide.ts';
import type { Order } from '#core/order/order.ts';
import type { Locale } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Quote } from '#core/quote.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { openHold } from '#server/ledger/post.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { holdSlot } from '#server/slots/order-slots.ts';
import { bindQuote, type BindRefusal, sideOf } from './bind-quote.ts';
import { checkOrderForm, type FormRefusal, type OrderForm } from './check-order-form.ts';
import { type MoveDeps, reactToMove } from '#server/orders/move/reaction.ts';
import { admitOpen, type Asker, refuseSquatting } from './refuse-squatting.ts';
import { destinationText } from '#server/orders/destination.ts';
import { insertOrder } from '#server/orders/store.ts';

export type CreateDeps = MoveDeps & Pick<Deps, 'secrets' | 'rails' | 'settings'>;

export interface Creator {
  readonly visitor: Visitor;
  readonly ip: string;
  readonly locale: Locale;
  /** Orders that he holds the key of, by his cookies. */
  readonly ownOrderIds?: readonly string[];
}

type CreateRefusal =
  | FormRefusal
  | BindRefusal
  | Extract<RefusalCode, 'reserve_exceeded' | 'too_many_open_orders' | 'captcha_required' | 'wrong_captcha'>;

function newOrder(
  deps: CreateDeps,
  creator: Creator,
  agreed: { quote: Quote; email: string; wallets: Pick<Order, 'incomeWallet' | 'outcomeWallet'> },
): Order {
  const { quote } = agreed;
  const draft = {
    id: deps.random.publicId(20),
    kind: 'exchange',
    userId: creator.visitor.kind === 'user' ? creator.visitor.userId : null,
    email: agreed.email,
    locale: creator.locale,
    incomeCode: quote.incomeCode,
    outcomeCode: quote.outcomeCode,
    ...agreed.wallets,
    incomeAmount: quote.incomeAmount,
    outcomeAmount: quote.outcomeAmount,
    quote,
    rateType: quote.rateType,
    slotId: quote.slotId,
    hold: null,
    requisitesReference: null,
    confirmations: null,
    requiredConfirmations: null,
    receivedAmount: 0n,
    creditedAmount: 0n,
    surplusReturned: 0n,
    incomeTxHash: null,
    outcomeTxHash: null,
    claim: null,
    requote: null,
    reason: null,
    rateLockedUntil: null,
    firstSeenAt: null,
    hasRefundDestination: false,
  } as const satisfies Draft;
  return begin(draft, { move: 'create', by: 'customer', now: deps.clock.now() });
}

const askerOf = (creator: Creator, given: { email: string; captchaToken: string | undefined }): Asker => ({
  key: {
    email: given.email,
    userId: creator.visitor.kind === 'user' ? creator.visitor.userId : null,
    orderIds: creator.ownOrderIds ?? [],
  },
  captchaToken: given.captchaToken,
});

/** A new order with what is shown of its requisites. */
export interface CreatedOrder {
  readonly order: Order;
  readonly incomeMasked: RequisiteValues;
  readonly outcomeMasked: RequisiteValues;
  /** Where the customer wants his money, whole: for the answer to himself. */
  readonly outcomeValues: RequisiteValues;
}

/**
 * T1: a guest's or user's order from a live quote. Everything or nothing: slot, order, timeline, outbox and hold in one
 * transaction, which the caller rolls back on a refusal.
 */
export async function createOrder(
  deps: CreateDeps,
  tx: Tx,
  form: OrderForm,
  creator: Creator,
): Promise<Result<CreatedOrder, CreateRefusal>> {
  const checked = checkOrderForm(deps, form);
  if (!checked.ok) return checked;
  const bound = await bindQuote(deps, tx, form, checked.value);
  if (!bound.ok) return bound;
  const quote = bound.value;
  const { email, income, outcome } = checked.value;
  const asker = askerOf(creator, { email, captchaToken: form.captcha_token });
  const admitted = await admitOpen(deps, tx, asker);
  if (!admitted.ok) return admitted;
  const order = newOrder(deps, creator, {
    quote,
    email,
    wallets: { incomeWallet: income.incomeWallet, outcomeWallet: outcome.outcomeWallet },
  });
  if (quote.slotId !== null) {
    const held = await holdSlot(tx, {
      slotId: quote.slotId,
      orderId: order.id,
      incomeCode: income.code,
      outcomeCode: outcome.code,
      outcomeAmount: quote.outcomeAmount,
    });
    if (!held.ok) return held;
  }
  const holdId = deps.random.uuid();
  const created: Order = { ...order, hold: { id: holdId, amount: quote.outcomeAmount } };
  const { incomeRequisites, outcomeRequisites } = checked.value;
  const sealedOutcome = JSON.stringify(outcomeRequisites.values);
  await insertOrder(tx, {
    order: created,
    ip: peerOf(creator.ip),
    incomeRequisites: { sealed: deps.secrets.seal(JSON.stringify(incomeRequisites.values)), masked: incomeRequisites.masked },
    outcomeRequisites: {
      sealed: deps.secrets.seal(sealedOutcome),
      masked: outcomeRequisites.masked,
      fingerprint: deps.secrets.fingerprint(destinationText(outcome.code, sealedOutcome)),
    },
  });
  await reactToMove(deps, tx, { move: 'create', by: 'customer', actorId: order.userId, before: null, after: created });
  // Last, because everybody who wants this reserve waits from here until the transaction ends
  const isPromised = await openHold(
    deps,
    tx,
    { holdId, code: outcome.code, wallet: outcome.outcomeWallet, asset: outcome.asset, amount: quote.outcomeAmount, orderId: order.id },
    { orderId: order.id, actor: 'customer', actorId: order.userId },
  );
  if (isPromised === undefined)
    return refuse({ code: 'reserve_exceeded', field: sideOf(form) === 'income' ? 'income_amount' : 'outcome_amount' });
  const squatting = await refuseSquatting(deps, tx, admitted.value, order);
  if (squatting) return refuse(squatting);
  return accept({
    order: created,
    incomeMasked: incomeRequisites.masked,
    outcomeMasked: outcomeRequisites.masked,
    outcomeValues: outcomeRequisites.values,
  });
}
