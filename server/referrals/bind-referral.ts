import type { Order } from '#core/order/order.ts';
import { findCustomer, knowCustomer } from '#server/customers/know-customer.ts';
import type { Deps } from '#server/deps.ts';
import type { Origin } from '#server/orders/move/moved.ts';
import { findOwnRequisites } from '#server/orders/terms/own-requisites.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { recount } from './count-referral.ts';
import { refuse } from './counting-store.ts';
import { type Click, readClick } from './link-cookie.ts';
import { type Comer, samePerson } from './same-person.ts';
import * as store from './store.ts';

type BindDeps = Pick<Deps, 'secrets' | 'clock' | 'random'>;

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

async function findKnown(tx: Tx, userId: string | null, customerId: string | undefined): Promise<store.ReferralRow | undefined> {
  const own = userId === null ? undefined : await store.findOfUser(tx, userId);
  if (own !== undefined || customerId === undefined) return own;
  return userId === null ? await store.findFirmOfGuest(tx, customerId) : await store.adoptGuest(tx, userId, customerId);
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

/** Writes down by whom a new order was brought: by his referrer for life, or by the link of this browser where it is his first. */
export async function bindOrder(deps: BindDeps & Pick<Deps, 'catalogue'>, tx: Tx, order: Order, origin: Origin | undefined): Promise<void> {
  const { id, userId, email } = order;
  const click = readClick(deps, origin?.cookies);
  const known = await findCustomer(tx, { email, userId });
  const before = await findKnown(tx, userId, known);
  if (before === undefined && click === undefined) return;
  // Who is new is written down here only where he comes by a link: all orders of a new mailbox would wait for one another
  const customerId = known ?? (await knowCustomer(deps, tx, { email, userId }));
  const requisites = await findOwnRequisites(deps, tx, order);
  const comer = { userId, email, customerId, order: { id, requisites }, ...origin };
  const referral = before ?? (click && (await bindAnew(deps, tx, click, comer)));
  if (referral !== undefined) await keepOrder(deps, tx, { referral, comer, click });
}
