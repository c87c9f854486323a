import type { Order } from '#core/order/order.ts';
import { foldEmail } from '#core/requisites/email.ts';
import { findCustomer, findOrCreateCustomer } from '#server/customers/customers.ts';
import type { Deps } from '#server/deps.ts';
import type { RequestOrigin } from '#server/orders/move/order-change.ts';
import { findOwnRequisites } from '#server/orders/terms/order-terms.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endsTransaction } from '#server/platform/db/pool.ts';
import { recount } from './count-referral.ts';
import { refuseReferral } from './counting-store.ts';
import { type Click, readClick } from './follow-link.ts';
import { type ReferredCustomer, samePerson } from './same-person.ts';
import * as store from './store.ts';

type BindDeps = Pick<Deps, 'secrets' | 'clock' | 'random'>;
type OrderDeps = BindDeps & Pick<Deps, 'catalogue' | 'log'>;

/** The referral that a click creates; undefined if the link has no referrer, or the customer had an account or exchange before it. */
async function referralByClick(
  deps: BindDeps,
  tx: Tx,
  { click, customer, by }: { readonly click: Click; readonly customer: ReferredCustomer; readonly by: 'registration' | 'order' },
): Promise<{ readonly referrer: store.Referrer; readonly referral: store.NewReferral } | undefined> {
  const referrer = await store.findReferrer(tx, click.code);
  if (referrer === undefined) return undefined;
  const { userId, customerId } = customer;
  const priorActivity = await store.findPriorActivity(tx, { userId, customerId, before: click.at });
  if (priorActivity.had_account || priorActivity.had_exchange) return undefined;
  const refused = await samePerson(tx, referrer, customer);
  const referral = {
    id: deps.random.uuid(),
    referrerId: referrer.id,
    userId,
    customerId: userId === null ? customerId : null,
    by,
    refused,
  };
  return { referrer, referral: { ...referral, at: new Date(deps.clock.now()), clickedAt: new Date(click.at), source: click.source } };
}

export interface NewAccount {
  readonly userId: string;
  readonly email: string;
  readonly cookies: string | undefined;
}

/** Binds a new account to the referrer whose link it followed, for life (domain 8). */
export async function bindAccount(deps: BindDeps, tx: Tx, { userId, email, cookies }: NewAccount): Promise<void> {
  const click = readClick(deps, cookies);
  if (click === undefined) return;
  const customerId = await findOrCreateCustomer(deps, tx, { email, userId });
  const bound = await referralByClick(deps, tx, { click, customer: { userId, email, customerId, cookies }, by: 'registration' });
  if (bound === undefined) return;
  const isConverted = await store.convertGuestReferral(tx, { userId, customerId, referrerId: bound.referrer.id });
  if (!isConverted) await store.insertForUser(tx, { ...bound.referral, userId });
}

async function findReferralOfAccount(tx: Tx, { userId, email }: { readonly userId: string; readonly email: string }) {
  const existing = await store.findByUser(tx, userId);
  if (existing !== undefined) return existing;
  const customerId = await findCustomer(tx, { email, userId });
  return customerId === undefined ? undefined : await store.adoptGuest(tx, userId, customerId);
}

async function bindByClick(deps: BindDeps, tx: Tx, click: Click, customer: ReferredCustomer): Promise<store.ReferralRow | undefined> {
  const bound = await referralByClick(deps, tx, { click, customer, by: 'order' });
  if (bound === undefined) return undefined;
  const { userId } = customer;
  return userId === null ? await store.insertForGuest(tx, bound.referral) : await store.insertForUser(tx, { ...bound.referral, userId });
}

async function recordOrder(deps: BindDeps, tx: Tx, { referral, customer, click }: RecordOrderInput): Promise<void> {
  const referrer = await store.findReferrerById(tx, referral.referrer_id);
  if (referrer === undefined) return;
  const refused = referral.refused ?? (await samePerson(tx, referrer, customer));
  const at = new Date(deps.clock.now());
  const ids = { orderId: customer.order.id, referralId: referral.id, referrerId: referrer.id };
  await store.insertReferralOrder(tx, { ...ids, at, source: click?.source ?? {}, refused });
  if (refused === null || referral.refused !== null) return;
  await refuseReferral(tx, { referralId: referral.id, reason: refused });
  await recount(deps, tx, referral.id);
}

interface RecordOrderInput {
  readonly referral: store.ReferralRow;
  readonly customer: ReferredCustomer & { readonly order: NonNullable<ReferredCustomer['order']> };
  readonly click: Click | undefined;
}

interface NewOrder {
  readonly order: Order;
  readonly origin: RequestOrigin | undefined;
}

async function bindInSavepoint(
  deps: OrderDeps,
  tx: Tx,
  { order, origin, guest }: NewOrder & { readonly guest: store.ReferralRow | undefined },
) {
  const { id, userId, email } = order;
  const click = readClick(deps, origin?.cookies);
  const existing = userId === null ? guest : await findReferralOfAccount(tx, { userId, email });
  if (existing === undefined && click === undefined) return false;
  // Only with a referral: the order's own record of its customer follows the reactions
  const customerId = await findOrCreateCustomer(deps, tx, { email, userId });
  const requisites = await findOwnRequisites(deps, tx, order);
  const customer = { userId, email, customerId, order: { id, requisites }, ...origin };
  const referral = existing ?? (click && (await bindByClick(deps, tx, click, customer)));
  if (referral === undefined) return false;
  await recordOrder(deps, tx, { referral, customer, click });
  return true;
}

/**
 * Records the referrer of a new order: the customer's, or for a new customer the followed link's. Returns whether there is one. A failure
 * is rolled back and logged; the order stays.
 */
export async function bindOrder(deps: OrderDeps, tx: Tx, input: NewOrder): Promise<boolean> {
  const { userId, email } = input.order;
  const guest = userId === null ? await store.findFinalOfGuest(tx, foldEmail(email)) : undefined;
  const hasNoReferrer = userId === null && guest === undefined && readClick(deps, input.origin?.cookies) === undefined;
  if (hasNoReferrer) return false;
  try {
    return await tx.nested(async () => await bindInSavepoint(deps, tx, { ...input, guest }));
  } catch (error) {
    if (endsTransaction(error)) throw error;
    deps.log.error({ error, order_id: input.order.id }, 'referral_failed');
    return false;
  }
}
