import type { RailEvents, Statement, StatementLine } from '#server/adapters/rails/port.ts';
import type { Instant } from '#core/time.ts';
import { hear, tell } from './hear.ts';
import { readAmount, readPayments, type ToldPayment } from './read-payment.ts';
import { refundsSince } from './refund-store.ts';
import { type Checkout, checkoutOfOrder, checkoutsSince, paymentsOfOrder, takeDue, untold } from './store.ts';
import type { World } from './world.ts';

/** Asked in one round, and at once. */
const PER_ROUND = 20;
const AT_ONCE = 4;

/** It has not looked: it does not know us, or has been asked too often. */
const UNHEARD = new Set([401, 403, 408, 429]);

/** What it says of a checkout by our reference; undefined: it cannot tell now. Never a failure: whoever knows nothing has said nothing. */
async function ask(world: World, checkout: Checkout): Promise<readonly ToldPayment[] | undefined> {
  const { status, offer } = world.settings;
  if (status === undefined) return undefined;
  // Nobody was given a page to pay on
  if (offer.kind === 'redirect' && checkout.url === null) return [];
  const heard = await world.speak(status.call, world.valuesOf(checkout));
  if (heard.heard === 'nothing' || heard.status >= 500 || UNHEARD.has(heard.status)) return undefined;
  return heard.status >= 400 ? [] : readPayments(heard.document, status, checkout.reference);
}

/** Does something for each, a few at once; what fails does not hold up the others and is thrown at the end. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
      await work(one).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length > 0) throw failures[0];
}

/** Tells again what the order's side has not stored yet, and asks about the checkouts whose turn it is: the first never hold up the second. */
export async function askAround(world: World, events: RailEvents): Promise<void> {
  try {
    await forEach(await untold(world.db, world.rail, PER_ROUND), async (payment) => await tell(world, payment, events));
  } finally {
    await askWhoIsDue(world, events);
  }
}

async function askWhoIsDue(world: World, events: RailEvents): Promise<void> {
  const { rail, settings, db, clock, pace } = world;
  const { status } = settings;
  if (status === undefined) return;
  const now = clock.now();
  const againAt = (createdAt: Instant): Instant | null => {
    const wait = pace(now - createdAt);
    return wait === null ? null : now + wait;
  };
  await forEach(await takeDue(db, rail, { now, limit: PER_ROUND, againAt }), async (checkout) => {
    for (const told of (await ask(world, checkout)) ?? []) await hear(world, checkout, told, { unit: status.read.unit, events });
  });
}

const RECEIVED = new Set<ToldPayment['word']>(['final', 'returned', 'partly_returned']);

/**
 * The acquirer's own word on everything of ours since a moment, asked anew: acquirers have lists for people, in files of their own,
 * but each answers by reference. What it holds that no order of ours asked for is not seen this way.
 */
export async function statementOf(world: World, since: Instant): Promise<Statement> {
  const { settings, db, rail } = world;
  const { status } = settings;
  if (status === undefined) return { outcome: 'unavailable', reason: 'tells nothing by reference' };
  const lines: StatementLine[] = [];
  let isSilent = false;
  await forEach(await checkoutsSince(db, rail, since), async (checkout) => {
    const told = isSilent ? undefined : await ask(world, checkout);
    if (told === undefined) isSilent = true;
    const kept = told === undefined ? [] : await paymentsOfOrder(db, rail, checkout.orderId);
    for (const one of (told ?? []).filter(({ word }) => RECEIVED.has(word))) {
      const known = kept.find(({ externalId }) => externalId === one.payment);
      // Of what went back, wholly or in part, some tell what is left
      const amount =
        one.word === 'final' ? readAmount(one.amount, status.read.unit, world.systemOf(checkout.code), settings) : known?.amount;
      const at = known?.firstSeenAt ?? checkout.createdAt;
      if (amount !== undefined && known?.state !== 'reverted')
        lines.push({ direction: 'in', reference: one.payment, paymentSystemCode: checkout.code, amount, at });
    }
  });
  if (isSilent) return { outcome: 'unavailable', reason: 'does not answer' };
  return { outcome: 'listed', lines: [...lines, ...(await givenBack(world, since))], oddities: [] };
}

/** What it has confirmed to have given back. */
async function givenBack({ db, rail }: World, since: Instant): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (const { reference, orderId, amount, state, changedAt } of await refundsSince(db, rail, since)) {
    const checkout = state === 'executed' ? await checkoutOfOrder(db, rail, orderId) : undefined;
    if (checkout !== undefined) lines.push({ direction: 'out', reference, paymentSystemCode: checkout.code, amount, at: changedAt });
  }
  return lines;
}
