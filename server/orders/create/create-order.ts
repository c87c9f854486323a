import type { Order } from '#core/order/order.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Quote } from '#core/quote.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { HeldSlot, Slot } from '#core/slots/slot.ts';
import type { TakeAnswer } from '#server/adapters/rails/port.ts';
import type { CaptchaRefusal } from '#server/captcha/captcha.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { minutesOf } from '#server/rates/measured.ts';
import { holdSlot } from '#server/slots/order-slots.ts';
import { bindQuote, type BindRefusal, sideOf } from './bind-quote.ts';
import { type CheckedForm, checkOrderForm, type FormRefusal, type OrderForm } from './check-order-form.ts';
import { type FilledForm, fillOrderForm } from './fill-order-form.ts';
import { beginOrder } from '#server/orders/move/begin-order.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { refundRuleOf } from '#server/payment-systems/refund-rule.ts';
import { admit } from '#core/order/admission.ts';
import { admitOpen, admitPromise, type Asker } from './admit-order.ts';
import { standingOfPayer } from './card-standing.ts';
import { destinationText } from '#server/orders/destination.ts';
import { keepOrderOfCustomer } from '#server/customers/know-customer.ts';
import { keepPartnerOrder } from '#server/orders/partner-orders.ts';
import { refuseListed } from './refuse-listed.ts';
import { refuseLookalike } from '#server/orders/known-destinations.ts';
import { keepWallet } from '#server/user-wallets/keep-wallet.ts';

export type CreateDeps = MoveDeps &
  Pick<Deps, 'db' | 'secrets' | 'rails' | 'settings' | 'switches' | 'shop' | 'captcha' | 'countries' | 'findCardStanding'>;

export interface Creator {
  readonly visitor: Visitor;
  readonly ip: string;
  /** SHA-256 of his browser's own key, in hex; undefined for a client without cookies. */
  readonly device?: string | undefined;
  /** The cookies of his browser, for whoever hangs on orders. */
  readonly cookies?: string | undefined;
  readonly locale: Locale;
  /** Orders that he holds the key of, by his cookies. */
  readonly ownOrderIds?: readonly string[];
  /** What proxies that we trust say of him. */
  readonly header?: (name: string) => string | undefined;
  readonly proofRefusals?: Asker['proofRefusals'];
}

type CreateRefusal = FormRefusal | BindRefusal | Extract<RefusalCode, CaptchaRefusal | 'lookalike' | 'not_found'>;

const askerOf = (creator: Creator, given: { email: string; captchaToken: string | undefined }): Asker => ({
  key: {
    email: given.email,
    userId: creator.visitor.kind === 'user' ? creator.visitor.userId : null,
    orderIds: creator.ownOrderIds ?? [],
    ...(creator.visitor.kind === 'partner' ? { partner: creator.visitor } : { address: peerOf(creator.ip) }),
  },
  hasProvenEmail: creator.visitor.kind === 'user' && creator.visitor.hasVerifiedEmail,
  captchaToken: given.captchaToken,
  proofRefusals: creator.proofRefusals ?? [],
  // Nobody proves himself to be no program who is one; what he may is counted by his own numbers
  isProven: creator.visitor.kind === 'partner',
});

/** A destination that he typed, and that begins and ends like one he knows, is asked about first (R56). */
async function askAboutLookalike(
  deps: CreateDeps,
  tx: Tx,
  { filled, checked, creator }: { readonly filled: FilledForm; readonly checked: CheckedForm; readonly creator: Creator },
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

/** Where the customer is. A partner's server stands where it stands: what it asks for says nothing of where its customers are. */
const countryOf = async ({ countries }: CreateDeps, creator: Creator): Promise<string | null> =>
  creator.visitor.kind === 'partner' ? null : await countries.countryOf(creator);

/** Keeps both sides' requisites for the next time, where an account's owner has asked for it. */
async function keepAsked(deps: CreateDeps, tx: Tx, form: OrderForm, { checked, userId }: { checked: CheckedForm; userId: string | null }) {
  if (form.save_requisites !== true || userId === null) return;
  const { income, outcome, incomeRequisites, outcomeRequisites } = checked;
  await keepWallet(deps, tx, { userId, code: outcome.code, side: 'outcome', ...outcomeRequisites });
  await keepWallet(deps, tx, { userId, code: income.code, side: 'income', ...incomeRequisites });
}

/** What it will be paid on, where its rail has only so many (R69): refused now, not cancelled minutes later. */
async function takeRequisites(
  deps: Pick<CreateDeps, 'rails'>,
  tx: Tx,
  { income, orderId, quote }: { readonly income: PaymentSystem; readonly orderId: string; readonly quote: Quote },
): Promise<TakeAnswer | null> {
  const rail = deps.rails.get(income.rail);
  return (await rail?.take?.(tx, { orderId, paymentSystem: income, amount: quote.incomeAmount })) ?? null;
}

/** A new order with what is shown of its requisites. */
export interface CreatedOrder {
  readonly order: Order;
  /** The slot that it holds. */
  readonly slot: HeldSlot | null;
  readonly incomeMasked: RequisiteValues;
  readonly outcomeMasked: RequisiteValues;
  /** Where the customer wants his money, whole: for the answer to himself. */
  readonly outcomeValues: RequisiteValues;
}

const minutesOfSlot =
  ({ quotes }: CreateDeps, { direction }: CheckedForm) =>
  (slot: Slot): number =>
    minutesOf(quotes.times(), direction, slot);

/**
 * T1, T2: a guest's or user's order from a live quote; where its card has to be looked at first, it waits for that. Everything or nothing: slot, order, timeline, outbox and hold in one
 * transaction, which the caller rolls back on a refusal.
 */
export async function createOrder(
  deps: CreateDeps,
  tx: Tx,
  typed: OrderForm,
  creator: Creator,
): Promise<Result<CreatedOrder, CreateRefusal>> {
  const filled = await fillOrderForm(deps, tx, typed, creator);
  if (!filled.ok) return filled;
  const { form } = filled.value;
  const checked = checkOrderForm(deps, form, await countryOf(deps, creator));
  if (!checked.ok) return checked;
  const listed = await refuseListed(deps, tx, { checked: checked.value, comer: creator });
  if (listed !== null) return refuse(listed);
  const alike = await askAboutLookalike(deps, tx, { filled: filled.value, checked: checked.value, creator });
  if (alike !== null) return refuse(alike);
  const bound = await bindQuote(deps, tx, form, checked.value);
  if (!bound.ok) return bound;
  const quote = bound.value;
  const { email, income, outcome } = checked.value;
  const asker = askerOf(creator, { email, captchaToken: form.captcha_token });
  const admitted = await admitOpen(deps, tx, asker);
  if (!admitted.ok) return admitted;
  const { userId, orderIds } = asker.key;
  const payer = { ...checked.value, incomeAmount: quote.incomeAmount, values: checked.value.incomeRequisites.values };
  const card = await standingOfPayer(deps, tx, { ...payer, owner: { userId, orderIds } });
  const unshown = admit({ lacksVerification: card === 'refused' });
  if (unshown !== null) return refuse(unshown);
  const wallets = { incomeWallet: income.incomeWallet, outcomeWallet: outcome.outcomeWallet };
  const refundRule = refundRuleOf(deps, checked.value.direction, income);
  const orderId = deps.random.publicId(20);
  const pair = { incomeCode: income.code, outcomeCode: outcome.code };
  const { slotId, outcomeAmount } = quote;
  const held =
    slotId === null
      ? null
      : await holdSlot(deps, tx, { ...pair, slotId, orderId, outcomeAmount, minutes: minutesOfSlot(deps, checked.value) });
  if (held !== null && !held.ok) return held;
  const slot = held === null ? null : held.value;
  const promisedMinutes = minutesOf(deps.quotes.times(), checked.value.direction, slot && { kind: slot.kind, etaMinutes: slot.minutes });
  const draft = { id: orderId, userId, email, locale: creator.locale, quote, refundRule, promisedMinutes, ...wallets };
  const { incomeRequisites, outcomeRequisites } = checked.value;
  const sealedOutcome = JSON.stringify(outcomeRequisites.values);
  await keepPartnerOrder(tx, { visitor: creator.visitor, orderId, at: deps.clock.now() });
  const begun = await beginOrder(deps, tx, {
    birth: { move: card === 'verified' ? 'create' : 'create_unverified', by: 'customer', now: deps.clock.now(), draft },
    ip: creator.visitor.kind === 'partner' ? null : peerOf(creator.ip),
    origin: { cookies: creator.cookies, device: creator.device },
    given: { income: incomeRequisites.values, outcome: outcomeRequisites.values },
    incomeRequisites: { sealed: deps.secrets.seal(JSON.stringify(incomeRequisites.values)), masked: incomeRequisites.masked },
    outcomeRequisites: {
      sealed: deps.secrets.seal(sealedOutcome),
      masked: outcomeRequisites.masked,
      fingerprint: deps.secrets.fingerprint(destinationText(outcome.code, sealedOutcome)),
    },
  });
  const reserve = { isHeld: begun.ok, field: `${sideOf(form)}_amount` };
  const requisites = begun.ok && card === 'verified' ? await takeRequisites(deps, tx, { income, orderId, quote }) : null;
  const promised = await admitPromise(deps, tx, admitted.value, { ...draft, reserve, requisites });
  if (!promised.ok) return promised;
  if (!begun.ok) return begun;
  await keepOrderOfCustomer(deps, tx, { orderId, email, userId, device: creator.device });
  await keepAsked(deps, tx, form, { checked: checked.value, userId });
  return accept({
    order: begun.value,
    slot,
    incomeMasked: incomeRequisites.masked,
    outcomeMasked: outcomeRequisites.masked,
    outcomeValues: outcomeRequisites.values,
  });
}
