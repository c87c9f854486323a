import type { DepositState } from '#core/order/money-seen.ts';
import type { Deposit, Oddity, RailEvents } from '#server/adapters/rails/port.ts';
import { readAmount, type ToldPayment } from './read-payment.ts';
import { refundsOfOrder } from './refund-store.ts';
import type { Read } from './settings.ts';
import { type Checkout, checkoutOfOrder, keepPayment, markTold, type PaymentKept, paymentsOfOrder } from './store.ts';
import type { World } from './world.ts';

/** Tells the order's side of a payment, and remembers that it was told only after it has stored it. */
export async function tell(world: World, payment: PaymentKept, events: RailEvents): Promise<void> {
  const checkout = await checkoutOfOrder(world.db, world.rail, payment.orderId);
  if (checkout === undefined) throw new Error(`${world.rail} has lost the order of a payment`);
  const deposit: Deposit = {
    rail: world.rail,
    externalId: payment.externalId,
    reference: checkout.reference,
    paymentSystemCode: checkout.code,
    amount: payment.amount,
    state: payment.state,
    confirmations: 0,
    requiredConfirmations: 0,
    txHash: null,
    firstSeenAt: payment.firstSeenAt,
  };
  await events.deposit(deposit);
  await markTold(world.db, world.rail, payment);
}

const STATES: Readonly<Record<'seen' | 'final' | 'failed', DepositState>> = { seen: 'seen', final: 'final', failed: 'failed' };

/**
 * Money that went back: as far as our calls have ordered it, that is known. More than that was given back in the acquirer's cabinet, or
 * taken: a person's to judge, who may well have done it. What came stays counted until he has.
 */
async function hearReturned(world: World, checkout: Checkout, told: ToldPayment, events: RailEvents): Promise<void> {
  const { rail, db } = world;
  const ours = (await refundsOfOrder(db, rail, checkout.orderId)).filter(
    ({ externalId, state }) => externalId === told.payment && state !== 'failed',
  );
  const known = (await paymentsOfOrder(db, rail, checkout.orderId)).find(({ externalId }) => externalId === told.payment);
  const given = ours.reduce((sum, { amount }) => sum + amount, 0n);
  const isOurs = told.word === 'returned' ? known !== undefined && given >= known.amount : ours.length > 0;
  if (!isOurs) await events.odd({ rail, kind: 'given_back', subject: told.payment, orderId: checkout.orderId });
}

/**
 * Takes in what the acquirer says of a payment for one of our orders: by callback or asked, in whatever order, however often. Its
 * amount is what came, whatever was asked for: the order's side settles that. Another currency, a payment that belongs to another
 * order, an amount that changes after the end are called to a person.
 */
export async function hear(
  world: World,
  checkout: Checkout,
  told: ToldPayment,
  { unit, events }: { unit: Read['unit']; events: RailEvents },
): Promise<void> {
  const { settings, rail, db, clock } = world;
  const system = world.systemOf(checkout.code);
  const odd = async (kind: Oddity['kind']): Promise<void> =>
    await events.odd({ rail, kind, subject: told.payment, orderId: checkout.orderId });
  if (told.word === 'waiting') return;
  if (told.currency !== undefined && told.currency !== settings.currencies[system.currency]) return await odd('other_currency');
  if (told.word === 'returned' || told.word === 'partly_returned') return await hearReturned(world, checkout, told, events);
  const read = readAmount(told.amount, unit, system, settings);
  const amount = read ?? (told.word === 'failed' ? checkout.amount : undefined);
  if (amount === undefined) return await odd('unreadable_amount');
  const kept = await keepPayment(db, rail, {
    externalId: told.payment,
    orderId: checkout.orderId,
    amount,
    state: STATES[told.word],
    now: clock.now(),
  });
  if (kept === undefined) return await odd('other_order');
  if (told.word === 'final' && kept.amount !== amount) await odd('other_amount');
  if (!kept.isTold) await tell(world, kept, events);
}
