import type { Order } from '#core/order/order.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Quote } from '#core/order/quote.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { TakenSlot, Slot } from '#core/slots/slot.ts';
import type { ReserveAnswer } from '#server/adapters/rails/port.ts';
import type { CaptchaRefusal } from '#server/captcha/captcha.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { promisedMinutesOf } from '#server/rates/payout-time.ts';
import { reserveSlot } from '#server/slots/order-slots.ts';
import { bindQuote, type BindRefusal, sideOf } from './bind-quote.ts';
import { type CheckedForm, checkOrderForm, type FormRefusal, type OrderForm } from './check-order-form.ts';
import { type FilledForm, fillOrderForm } from './fill-order-form.ts';
import { insertNewOrder } from '#server/orders/move/insert-new-order.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { refundRuleOf } from '#server/payment-systems/refund-rule.ts';
import { admit } from '#core/order/admission.ts';
import { checkOpenOrders, checkReserve, type Requester } from './admit-order.ts';
import { findPayerCardStanding } from './card-standing.ts';
import { destinationText } from '#server/orders/destination.ts';
import { recordCustomerOrder } from '#server/customers/find-or-create-customer.ts';
import { savePartnerOrder } from '#server/orders/partner-orders.ts';
import { refuseListed } from './refuse-listed.ts';
import { refuseLookalike } from '#server/orders/known-destinations.ts';
import { saveWallet } from '#server/user-wallets/saved-wallets.ts';

export type CreateDeps = MoveDeps &
  Pick<Deps, 'db' | 'secrets' | 'rails' | 'settings' | 'switches' | 'shop' | 'captcha' | 'countries' | 'findCardStanding'>;

export interface OrderCreator {
  readonly visitor: Visitor;
  readonly ip: string;
  /** SHA-256 of the browser's own key, in hex; undefined for a client without cookies. */
  readonly device?: string | undefined;
  /** The browser's cookies, for reactions such as referrals. */
  readonly cookies?: string | undefined;
  readonly locale: Locale;
  /** Orders whose tokens the browser's cookie holds. */
  readonly ownOrderIds?: readonly string[];
  /** Reads headers set by trusted proxies. */
  readonly header?: (name: string) => string | undefined;
  readonly proofRefusals?: Requester['proofRefusals'];
}

type CreateRefusal = FormRefusal | BindRefusal | Extract<RefusalCode, CaptchaRefusal | 'lookalike' | 'not_found'>;

const requesterOf = (creator: OrderCreator, fields: { email: string; captchaToken: string | undefined }): Requester => ({
  key: {
    email: fields.email,
    userId: creator.visitor.kind === 'user' ? creator.visitor.userId : null,
    orderIds: creator.ownOrderIds ?? [],
    ...(creator.visitor.kind === 'partner' ? { partner: creator.visitor } : { address: peerOf(creator.ip) }),
  },
  hasProvenEmail: creator.visitor.kind === 'user' && creator.visitor.hasVerifiedEmail,
  captchaToken: fields.captchaToken,
  proofRefusals: creator.proofRefusals ?? [],
  // Partners are programs: no captcha, they have their own rate limits
  isProven: creator.visitor.kind === 'partner',
});

/** Asks for confirmation of a typed destination that looks like a known one (R56). */
async function findLookalikeRefusal(
  deps: CreateDeps,
  tx: Tx,
  { filled, checked, creator }: { readonly filled: FilledForm; readonly checked: CheckedForm; readonly creator: OrderCreator },
) {
  if (filled.byReference.outcome || filled.form.confirm_lookalike === true) return null;
  const { visitor, ownOrderIds = [] } = creator;
  const owner = { userId: visitor.kind === 'user' ? visitor.userId : null, orderIds: ownOrderIds };
  const { values } = checked.outcomeRequisites;
  return await refuseLookalike(deps, tx, {
    owner,
    destination: { fields: checked.outcome.outcomeFields, values, path: 'outcome_requisites' },
  });
}

/** The customer's country; null for a partner, whose server's address says nothing about the customers. */
const countryOf = async ({ countries }: CreateDeps, creator: OrderCreator): Promise<string | null> =>
  creator.visitor.kind === 'partner' ? null : await countries.countryOf(creator);

/** Saves both sides' requisites as wallets when a signed-in user has asked for it. */
async function saveRequisitesIfRequested(
  deps: CreateDeps,
  tx: Tx,
  form: OrderForm,
  { checked, userId }: { checked: CheckedForm; userId: string | null },
) {
  if (form.save_requisites !== true || userId === null) return;
  const { income, outcome, incomeRequisites, outcomeRequisites } = checked;
  await saveWallet(deps, tx, { userId, code: outcome.code, side: 'outcome', ...outcomeRequisites });
  await saveWallet(deps, tx, { userId, code: income.code, side: 'income', ...incomeRequisites });
}

/**
 * Reserves pay-to requisites where the rail has a limited number (R69), so that a shortage is refused now instead of cancelled
 * minutes later.
 */
async function takeRequisites(
  deps: Pick<CreateDeps, 'rails'>,
  tx: Tx,
  { income, orderId, quote }: { readonly income: PaymentSystem; readonly orderId: string; readonly quote: Quote },
): Promise<ReserveAnswer | null> {
  const rail = deps.rails.get(income.rail);
  return (await rail?.reserve?.(tx, { orderId, paymentSystem: income, amount: quote.incomeAmount })) ?? null;
}

/** A new order with its displayed requisites. */
export interface CreatedOrder {
  readonly order: Order;
  /** The slot that the order holds. */
  readonly slot: TakenSlot | null;
  readonly incomeMasked: RequisiteValues;
  readonly outcomeMasked: RequisiteValues;
  /** Unmasked destination, for the response to the customer. */
  readonly outcomeValues: RequisiteValues;
}

const minutesOfSlot =
  ({ quotes }: CreateDeps, { direction }: CheckedForm) =>
  (slot: Slot): number =>
    promisedMinutesOf(quotes.times(), direction, slot);

/**
 * T1, T2: creates an order of a guest or user from a live quote; where its card must be checked first, the order waits for
 * that. Slot, order, timeline, outbox and hold are written in one transaction, which the caller rolls back on a refusal.
 */
export async function createOrder(
  deps: CreateDeps,
  tx: Tx,
  input: OrderForm,
  creator: OrderCreator,
): Promise<Result<CreatedOrder, CreateRefusal>> {
  const filled = await fillOrderForm(deps, tx, input, creator);
  if (!filled.ok) return filled;
  const { form } = filled.value;
  const checked = checkOrderForm(deps, form, await countryOf(deps, creator));
  if (!checked.ok) return checked;
  const listed = await refuseListed(deps, tx, { checked: checked.value, comer: creator });
  if (listed !== null) return refuse(listed);
  const lookalike = await findLookalikeRefusal(deps, tx, { filled: filled.value, checked: checked.value, creator });
  if (lookalike !== null) return refuse(lookalike);
  const bound = await bindQuote(deps, tx, form, checked.value);
  if (!bound.ok) return bound;
  const quote = bound.value;
  const { email, income, outcome } = checked.value;
  const requester = requesterOf(creator, { email, captchaToken: form.captcha_token });
  const admitted = await checkOpenOrders(deps, tx, requester);
  if (!admitted.ok) return admitted;
  const { userId, orderIds } = requester.key;
  const payer = { ...checked.value, incomeAmount: quote.incomeAmount, values: checked.value.incomeRequisites.values };
  const card = await findPayerCardStanding(deps, tx, { ...payer, owner: { userId, orderIds } });
  const cardRefusal = admit({ lacksVerification: card === 'refused' });
  if (cardRefusal !== null) return refuse(cardRefusal);
  const wallets = { incomeWallet: income.incomeWallet, outcomeWallet: outcome.outcomeWallet };
  const refundRule = refundRuleOf(deps, checked.value.direction, income);
  const orderId = deps.random.publicId(20);
  const pair = { incomeCode: income.code, outcomeCode: outcome.code };
  const { slotId, outcomeAmount } = quote;
  const slotHold =
    slotId === null
      ? null
      : await reserveSlot(deps, tx, { ...pair, slotId, orderId, outcomeAmount, minutes: minutesOfSlot(deps, checked.value) });
  if (slotHold !== null && !slotHold.ok) return slotHold;
  const slot = slotHold === null ? null : slotHold.value;
  const promisedMinutes = promisedMinutesOf(
    deps.quotes.times(),
    checked.value.direction,
    slot && { kind: slot.kind, etaMinutes: slot.minutes },
  );
  const draft = { id: orderId, userId, email, locale: creator.locale, quote, refundRule, promisedMinutes, ...wallets };
  const { incomeRequisites, outcomeRequisites } = checked.value;
  const outcomeJson = JSON.stringify(outcomeRequisites.values);
  await savePartnerOrder(tx, { visitor: creator.visitor, orderId, at: deps.clock.now() });
  const created = await insertNewOrder(deps, tx, {
    creation: { move: card === 'verified' ? 'create' : 'create_unverified', by: 'customer', now: deps.clock.now(), draft },
    ip: creator.visitor.kind === 'partner' ? null : peerOf(creator.ip),
    origin: { cookies: creator.cookies, device: creator.device },
    requisites: { income: incomeRequisites.values, outcome: outcomeRequisites.values },
    incomeRequisites: { sealed: deps.secrets.seal(JSON.stringify(incomeRequisites.values)), masked: incomeRequisites.masked },
    outcomeRequisites: {
      sealed: deps.secrets.seal(outcomeJson),
      masked: outcomeRequisites.masked,
      fingerprint: deps.secrets.fingerprint(destinationText(outcome.code, outcomeJson)),
    },
  });
  const reserve = { isHeld: created.ok, field: `${sideOf(form)}_amount` };
  const requisites = created.ok && card === 'verified' ? await takeRequisites(deps, tx, { income, orderId, quote }) : null;
  const reserved = await checkReserve(deps, tx, admitted.value, { ...draft, reserve, requisites });
  if (!reserved.ok) return reserved;
  if (!created.ok) return created;
  await recordCustomerOrder(deps, tx, { orderId, email, userId, device: creator.device });
  await saveRequisitesIfRequested(deps, tx, form, { checked: checked.value, userId });
  return accept({
    order: created.value,
    slot,
    incomeMasked: incomeRequisites.masked,
    outcomeMasked: outcomeRequisites.masked,
    outcomeValues: outcomeRequisites.values,
  });
}
