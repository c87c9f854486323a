import type { Locale } from '#core/locale.ts';
import type { Draft } from '#core/order/cause.ts';
import type { Order } from '#core/order/order.ts';
import type { Quote } from '#core/order/quote.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, type Result } from '#core/result.ts';
import type { Slot, TakenSlot } from '#core/slots/slot.ts';
import type { ReserveAnswer } from '#server/adapters/rails/port.ts';
import type { CaptchaRefusal } from '#server/captcha/captcha.ts';
import type { Deps } from '#server/deps.ts';
import { destinationText } from '#server/orders/destination.ts';
import { insertNewOrder } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { savePartnerOrder } from '#server/orders/partner-orders.ts';
import { refundRuleOf } from '#server/payment-systems/refund-rule.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { promisedMinutesOf } from '#server/rates/payout-time.ts';
import { reserveSlot } from '#server/slots/order-slots.ts';
import { saveWallet } from '#server/user-wallets/saved-wallets.ts';
import { type OrderRequest, readFactsAfter, readFactsBefore } from './admission-facts.ts';
import { admitWithProof, type Requester } from './admit-order.ts';
import { type BindRefusal, sideOf } from './bind-quote.ts';
import { type CheckedForm, checkOrderForm, type FormRefusal, type OrderForm } from './check-order-form.ts';
import { fillOrderForm } from './fill-order-form.ts';
import type { VisitorKey } from './unpaid-holds.ts';

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

const keyOf = ({ visitor, ownOrderIds = [], ip }: OrderCreator, email: string): VisitorKey => ({
  email,
  userId: visitor.kind === 'user' ? visitor.userId : null,
  orderIds: ownOrderIds,
  ...(visitor.kind === 'partner' ? { partner: visitor } : { address: peerOf(ip) }),
});

const requesterOf = ({ visitor, proofRefusals = [] }: OrderCreator, { form, key }: OrderRequest): Requester => ({
  key,
  captchaToken: form.captcha_token,
  proofRefusals,
  // Partners are programs: no captcha, they have their own rate limits
  isProven: visitor.kind === 'partner',
});

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

/** What the new order was agreed on. */
interface Agreement {
  readonly orderId: string;
  readonly quote: Quote;
  /** The slot that the order holds. */
  readonly slot: TakenSlot | null;
}

/** Reserves the slot that the quote was made for; null: the quote has none. */
async function takeSlot(
  deps: CreateDeps,
  tx: Tx,
  { income, outcome, direction }: CheckedForm,
  { orderId, quote: { slotId, outcomeAmount } }: Pick<Agreement, 'orderId' | 'quote'>,
): Promise<Result<TakenSlot | null, 'slot_unavailable'>> {
  if (slotId === null) return accept(null);
  const minutes = (slot: Slot): number => promisedMinutesOf(deps.quotes.times(), direction, slot);
  return await reserveSlot(deps, tx, { incomeCode: income.code, outcomeCode: outcome.code, slotId, orderId, outcomeAmount, minutes });
}

const draftOf = (deps: CreateDeps, { checked, key }: OrderRequest, locale: Locale, { orderId, quote, slot }: Agreement): Draft => ({
  id: orderId,
  userId: key.userId,
  email: checked.email,
  locale,
  quote,
  refundRule: refundRuleOf(deps, checked.direction, checked.income),
  promisedMinutes: promisedMinutesOf(deps.quotes.times(), checked.direction, slot && { kind: slot.kind, etaMinutes: slot.minutes }),
  incomeWallet: checked.income.incomeWallet,
  outcomeWallet: checked.outcome.outcomeWallet,
});

function sealRequisites({ secrets }: CreateDeps, { outcome, incomeRequisites, outcomeRequisites }: CheckedForm) {
  const outcomeJson = JSON.stringify(outcomeRequisites.values);
  return {
    requisites: { income: incomeRequisites.values, outcome: outcomeRequisites.values },
    incomeRequisites: { sealed: secrets.seal(JSON.stringify(incomeRequisites.values)), masked: incomeRequisites.masked },
    outcomeRequisites: {
      sealed: secrets.seal(outcomeJson),
      masked: outcomeRequisites.masked,
      fingerprint: secrets.fingerprint(destinationText(outcome.code, outcomeJson)),
    },
  };
}

/** Writes the order with its slot, customer and requisites. `created` is refused where the reserve is too small: the second admission reports it. */
async function writeOrder(
  deps: CreateDeps,
  tx: Tx,
  input: {
    readonly request: OrderRequest;
    readonly creator: OrderCreator;
    readonly agreed: Pick<Agreement, 'orderId' | 'quote'>;
    /** False: the order waits for its card check and gets no requisites yet. */
    readonly isVerified: boolean;
  },
) {
  const { request, creator, agreed, isVerified } = input;
  const { checked, key } = request;
  const slot = await takeSlot(deps, tx, checked, agreed);
  if (!slot.ok) return slot;
  const draft = draftOf(deps, request, creator.locale, { ...agreed, slot: slot.value });
  const now = deps.clock.now();
  await savePartnerOrder(tx, { visitor: creator.visitor, orderId: agreed.orderId, at: now });
  const created = await insertNewOrder(deps, tx, {
    creation: { move: isVerified ? 'create' : 'create_unverified', by: 'customer', now, draft },
    ip: key.address ?? null,
    origin: { cookies: creator.cookies, device: creator.device },
    ...sealRequisites(deps, checked),
  });
  const { income } = checked;
  const requisites = created.ok && isVerified ? await takeRequisites(deps, tx, { income, ...agreed }) : null;
  return accept({ created, slot: slot.value, requisites });
}

/**
 * Creates an order from a live quote (T1), or one that waits for its card check (T2). Admission runs before anything is written and again
 * with the held reserve. The caller rolls back a refusal.
 */
export async function createOrder(
  deps: CreateDeps,
  tx: Tx,
  input: OrderForm,
  creator: OrderCreator,
): Promise<Result<CreatedOrder, CreateRefusal>> {
  const filled = await fillOrderForm(deps, tx, input, creator);
  if (!filled.ok) return filled;
  const checkedForm = checkOrderForm(deps, filled.value.form, await countryOf(deps, creator));
  if (!checkedForm.ok) return checkedForm;
  const checked = checkedForm.value;
  const request: OrderRequest = { ...creator, ...filled.value, checked, key: keyOf(creator, checked.email) };
  const { facts, quote: bound, card } = await readFactsBefore(deps, tx, request);
  const admitted = await admitWithProof(deps, tx, requesterOf(creator, request), { facts });
  if (!admitted.ok) return admitted;
  if (!bound.ok) return bound;
  const agreed = { orderId: deps.random.publicId(20), quote: bound.value };
  const written = await writeOrder(deps, tx, { request, creator, agreed, isVerified: card === 'verified' });
  if (!written.ok) return written;
  const { created, slot, requisites } = written.value;
  const reserve = { isHeld: created.ok, field: `${sideOf(request.form)}_amount` };
  const factsAfter = await readFactsAfter(deps, tx, request.key, { id: agreed.orderId, quote: agreed.quote, reserve, requisites });
  const secondAdmission = await admitWithProof(deps, tx, admitted.value, { facts: factsAfter, orderId: agreed.orderId });
  if (!secondAdmission.ok) return secondAdmission;
  if (!created.ok) return created;
  await saveRequisitesIfRequested(deps, tx, request.form, { checked, userId: request.key.userId });
  return accept({
    order: created.value,
    slot,
    incomeMasked: checked.incomeRequisites.masked,
    outcomeMasked: checked.outcomeRequisites.masked,
    outcomeValues: checked.outcomeRequisites.values,
  });
}
