import type { DepositState } from '#core/order/money-seen.ts';
import type { Deposit, Oddity, RailEvents } from '#server/adapters/rails/port.ts';
import { dropGivenBack, keepGivenBack } from './given-back-store.ts';
import { readAmount, readSum, type ToldPayment } from './read-payment.ts';
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

type Amounts = Pick<Oddity, 'amount' | 'inAll'>;

/** Calls a person for what does not fit of one payment, with the amounts that are told. */
const teller =
  ({ rail }: World, { orderId }: Checkout, subject: string, events: RailEvents) =>
  async (kind: Oddity['kind'], amounts: { readonly [Name in keyof Amounts]: Amounts[Name] | undefined } = {}): Promise<void> => {
    const told = Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== undefined)) as Amounts;
    await events.odd({ rail, kind, subject, orderId, ...told });
  };

interface WentBack {
  readonly told: ToldPayment;
  /** The sum that the acquirer tells; undefined: it tells none, or only a word. */
  readonly sum: bigint | undefined;
}

/**
 * How much of a payment went back in all; undefined: that is not told. The sum is of refunds, and the word may know more: a bank that takes
 * the whole back is none of them, and neither is a sum that this answer leaves out.
 */
function wholeOf(word: ToldPayment['word'], sum: bigint | undefined, paid: bigint | undefined): bigint | undefined {
  if (word === 'returned' && paid !== undefined) return sum !== undefined && sum > paid ? sum : paid;
  return sum === 0n ? undefined : sum;
}

/** How much of a payment went back beside our calls: 0n, all of it is ours; undefined, the acquirer's word alone does not say. */
async function givenBackBeside({ rail, db }: World, { orderId }: Checkout, { told, sum }: WentBack): Promise<bigint | undefined> {
  const ours = (await refundsOfOrder(db, rail, orderId)).filter(
    ({ externalId, state }) => externalId === told.payment && state !== 'failed',
  );
  const given = ours.reduce((all, { amount }) => all + amount, 0n);
  const known = (await paymentsOfOrder(db, rail, orderId)).find(({ externalId }) => externalId === told.payment);
  const whole = wholeOf(told.word, sum, known?.amount);
  if (whole !== undefined) return whole > given ? whole - given : 0n;
  return told.word === 'partly_returned' && ours.length > 0 ? 0n : undefined;
}

/**
 * Money that went back: as far as our calls have ordered it, that is known. More than that was given back in the acquirer's cabinet, or
 * taken: a person's to judge, who may well have done it. What came stays counted until he has.
 */
async function hearReturned(world: World, checkout: Checkout, wentBack: WentBack, odd: ReturnType<typeof teller>): Promise<void> {
  const { db, rail, clock } = world;
  const [{ orderId }, externalId] = [checkout, wentBack.told.payment];
  const amount = await givenBackBeside(world, checkout, wentBack);
  if (amount === 0n) return await dropGivenBack(db, rail, externalId);
  const inAll = await keepGivenBack(db, { rail, orderId, externalId, amount, now: clock.now() });
  await odd('given_back', { amount, inAll });
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
  const odd = teller(world, checkout, told.payment, events);
  if (told.word === 'waiting') return;
  if (told.currency !== undefined && told.currency !== settings.currencies[system.currency]) return await odd('other_currency');
  const sum = told.givenBack === undefined ? undefined : readSum(told.givenBack, unit, system, settings);
  if (told.givenBack !== undefined && sum === undefined) await odd('unreadable_amount');
  const isReturned = told.word === 'returned' || told.word === 'partly_returned';
  // Before the payment counts: nobody is paid meanwhile for what went back
  if (isReturned || (sum !== undefined && sum > 0n)) await hearReturned(world, checkout, { told, sum }, odd);
  if (isReturned) return;
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
  if (told.word === 'final' && kept.amount !== amount) await odd('other_amount', { amount });
  if (!kept.isTold) await tell(world, kept, events);
}
