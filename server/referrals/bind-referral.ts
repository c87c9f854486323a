import type { Order } from '#core/order/order.ts';
import { foldEmail } from '#core/requisites/fold-email.ts';
import { findCustomer, knowCustomer } from '#server/customers/know-customer.ts';
import type { Deps } from '#server/deps.ts';
import type { Origin } from '#server/orders/move/moved.ts';
import { findOwnRequisites } from '#server/orders/terms/own-requisites.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endsTransaction } from '#server/platform/db/pool.ts';
import { recount } from './count-referral.ts';
import { refuse } from './counting-store.ts';
import { type Click, readClick } from './link-cookie.ts';
import { type Comer, samePerson } from './same-person.ts';
import * as store from './store.ts';

type BindDeps = Pick<Deps, 'secrets' | 'clock' | 'random'>;
type OrderDeps = BindDeps & Pick<Deps, 'catalogue' | 'log'>;

/** The referral that a click makes of somebody; undefined where the link is nobody's, and where he was here before. */
async function referralByClick(
  deps: BindDeps,
  tx: Tx,
  { click, comer, by }: { readonly click: Click; readonly comer: Comer; readonly by: 'registration' | 'order' },
): Promise<{ readonly referrer: store.Referrer; readonly made: store.NewReferral } | undefined> {
  const referrer = await store.findReferrer(tx, click.code);
  if (referrer === undefined) return undefined;
  const { userId, customerId } = comer;
  const standing = await store.findStanding(tx, { userId, customerId, before: click.at });
  if (standing.had_account || standing.had_exchange) return undefined;
  const refused = await samePerson(tx, referrer, comer);
  const made = { id: deps.random.uuid(), referrerId: referrer.id, userId, customerId: userId === null ? customerId : null, by, refused };
  return { referrer, made: { ...made, at: new Date(deps.clock.now()), clickedAt: new Date(click.at), source: click.source } };
}

export interface NewAccount {
  readonly userId: string;
  readonly email: string;
  readonly cookies: string | undefined;
}

/** A new account is the referral of whoever's link it came by, for life (domain 8). */
export async function bindAccount(deps: BindDeps, tx: Tx, { userId, email, cookies }: NewAccount): Promise<void> {
  const click = readClick(deps, cookies);
  if (click === undefined) return;
  const customerId = await knowCustomer(deps, tx, { email, userId });
  const found = await referralByClick(deps, tx, { click, comer: { userId, email, customerId, cookies }, by: 'registration' });
  if (found === undefined) return;
  const isTaken = await store.takeOver(tx, { userId, customerId, referrerId: found.referrer.id });
  if (!isTaken) await store.insertOfUser(tx, { ...found.made, userId });
}

async function findOfAccount(tx: Tx, { userId, email }: { readonly userId: string; readonly email: string }) {
  const own = await store.findOfUser(tx, userId);
  if (own !== undefined) return own;
  const customerId = await findCustomer(tx, { email, userId });
  return customerId === undefined ? undefined : await store.adoptGuest(tx, userId, customerId);
}

async function bindAnew(deps: BindDeps, tx: Tx, click: Click, comer: Comer): Promise<store.ReferralRow | undefined> {
  const found = await referralByClick(deps, tx, { click, comer, by: 'order' });
  if (found === undefined) return undefined;
  const { userId } = comer;
  return userId === null ? await store.insertOfGuest(tx, found.made) : await store.insertOfUser(tx, { ...found.made, userId });
}

async function keepOrder(deps: BindDeps, tx: Tx, { referral, comer, click }: Brought): Promise<void> {
  const referrer = await store.findReferrerById(tx, referral.referrer_id);
  if (referrer === undefined) return;
  const refused = referral.refused ?? (await samePerson(tx, referrer, comer));
  const at = new Date(deps.clock.now());
  const of = { orderId: comer.order.id, referralId: referral.id, referrerId: referrer.id };
  await store.insertReferralOrder(tx, { ...of, at, source: click?.source ?? {}, refused });
  if (refused === null || referral.refused !== null) return;
  await refuse(tx, { referralId: referral.id, reason: refused });
  await recount(deps, tx, referral.id);
}

interface Brought {
  readonly referral: store.ReferralRow;
  readonly comer: Comer & { readonly order: NonNullable<Comer['order']> };
  readonly click: Click | undefined;
}

interface NewOrder {
  readonly order: Order;
  readonly origin: Origin | undefined;
}

async function bind(deps: OrderDeps, tx: Tx, { order, origin, guest }: NewOrder & { readonly guest: store.ReferralRow | undefined }) {
  const { id, userId, email } = order;
  const click = readClick(deps, origin?.cookies);
  const before = userId === null ? guest : await findOfAccount(tx, { userId, email });
  if (before === undefined && click === undefined) return false;
  // A new customer is written here only with a referral: all orders of a new mailbox would wait for one another
  const customerId = await knowCustomer(deps, tx, { email, userId });
  const requisites = await findOwnRequisites(deps, tx, order);
  const comer = { userId, email, customerId, order: { id, requisites }, ...origin };
  const referral = before ?? (click && (await bindAnew(deps, tx, click, comer)));
  if (referral === undefined) return false;
  await keepOrder(deps, tx, { referral, comer, click });
  return true;
}

/**
 * Records who referred a new order: the customer's referrer, or the link that this browser came by where it is the customer's first.
 * False: nobody. An order never fails because of its referral: what could not be recorded is undone and logged.
 */
export async function bindOrder(deps: OrderDeps, tx: Tx, made: NewOrder): Promise<boolean> {
  const { userId, email } = made.order;
  const guest = userId === null ? await store.findFirmOfGuest(tx, foldEmail(email)) : undefined;
  const isNobodys = userId === null && guest === undefined && readClick(deps, made.origin?.cookies) === undefined;
  if (isNobodys) return false;
  try {
    return await tx.nested(async () => await bind(deps, tx, { ...made, guest }));
  } catch (error) {
    if (endsTransaction(error)) throw error;
    deps.log.error({ error, order_id: made.order.id }, 'referral_failed');
    return false;
  }
}
