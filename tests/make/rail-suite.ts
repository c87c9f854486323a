import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type {
  Deposit,
  Oddity,
  PayoutAnswer,
  PayoutProblems,
  PayOutRequest,
  Rail,
  RailEvents,
  ReceiveRequest,
  RequisitesOffer,
} from '#server/adapters/rails/port.ts';

/** The outside world of a rail under test: a payer with money, an adjustable clock, and independent books. */
export interface RailHarness {
  readonly rail: Rail;
  /** Another rail object over the same database and world: a second process, or a restart. */
  readonly twin: Rail;
  /** A payment system the rail receives and pays out on. */
  readonly paymentSystem: PaymentSystem;
  /** A valid, new payout destination on each call, keyed like `paymentSystem.outcomeFields`. */
  destination(): RequisiteValues;
  /** An amount in minor units that can be paid in and out several times. */
  readonly amount: bigint;
  /** For a rail that only refunds: an order that received several times `amount`. */
  paidOrder?(): Promise<string>;
  /** Pays an offer from outside; resolves when the outside world has accepted it. */
  pay(offer: RequisitesOffer, amount: bigint): Promise<void>;
  /** Advances the outside world by one step (mines a block, waits for the provider). */
  advance(): Promise<void>;
  /** How often the outside world executed this payout, by its own books. */
  executions(request: PayOutRequest): Promise<number>;
  /** Disconnects the rail (not its twin) from the outside world until `heal`. */
  cut(): Promise<void>;
  heal(): Promise<void>;
  close(): Promise<void>;
}

/** Records a rail's reports like the order side: the latest per transfer and per payout. */
export function recordRailEvents(): RecordedEvents {
  const deposits: Deposit[] = [];
  const payouts: { reference: string; answer: PayoutAnswer }[] = [];
  const oddities: Oddity[] = [];
  const problems = new Map<PayoutProblems['kind'], PayoutProblems['current']>();
  const state = { failing: 0 };
  const failOnce = () => {
    if (state.failing === 0) return;
    state.failing -= 1;
    throw new Error('the order side could not store it');
  };
  return {
    deposits,
    payouts,
    oddities,
    problems,
    failNext: (times) => {
      state.failing = times;
    },
    events: {
      deposit: async (deposit) => {
        failOnce();
        deposits.push(deposit);
      },
      payout: async (reference, answer) => {
        failOnce();
        payouts.push({ reference, answer });
      },
      payoutProblems: async (reported) => void problems.set(reported.kind, reported.current),
      oddity: async (oddity) => {
        oddities.push(oddity);
      },
    },
    finalOf: (reference) => {
      const finals = deposits.filter((deposit) => deposit.reference === reference && deposit.state === 'final');
      return [...new Map(finals.map((deposit) => [deposit.externalId, deposit])).values()];
    },
  };
}

export interface RecordedEvents {
  readonly events: RailEvents;
  readonly deposits: readonly Deposit[];
  /** The last report of each kind. */
  readonly problems: ReadonlyMap<PayoutProblems['kind'], PayoutProblems['current']>;
  readonly payouts: readonly { readonly reference: string; readonly answer: PayoutAnswer }[];
  readonly oddities: readonly Oddity[];
  /** The next `times` reports are rejected, so that the rail must repeat them. */
  failNext(times: number): void;
  /** Distinct final transfers to an offer. */
  finalOf(reference: string): readonly Deposit[];
}

const MAX_STEPS = 200;

/** Polls and advances the outside world until `done`, a limited number of steps. */
export async function pollUntil(
  harness: Pick<RailHarness, 'advance'>,
  rail: Rail,
  recorded: RecordedEvents,
  done: () => boolean,
): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    // Polls may fail while disconnected; nothing may be lost afterwards.
    await rail.poll(recorded.events).catch(() => undefined);
    if (done()) return;
    await harness.advance();
  }
  throw new Error(`the rail did not get there in ${MAX_STEPS} steps`);
}

let sequence = 0;
const freshId = (prefix: string): string => {
  sequence += 1;
  return `${prefix}${Date.now().toString(36)}${sequence.toString(36)}`;
};

const receiveRequest = (harness: RailHarness, orderId = freshId('order')): ReceiveRequest => ({
  orderId,
  paymentSystem: harness.paymentSystem,
  amount: harness.amount,
  payerRequisites: {},
  locale: 'ru',
  successUrl: 'https://exchange.example/success',
  failureUrl: 'https://exchange.example/failure',
});

const payOutRequest = async (harness: RailHarness): Promise<PayOutRequest> => ({
  reference: crypto.randomUUID(),
  orderId: (await harness.paidOrder?.()) ?? freshId('order'),
  paymentSystem: harness.paymentSystem,
  amount: harness.amount,
  destination: harness.destination(),
});

async function offerOf(rail: Rail, request: ReceiveRequest): Promise<RequisitesOffer> {
  const answer = await rail.receive(request);
  if (answer.outcome !== 'offered') throw new Error(`no offer: ${answer.outcome} (${answer.reason})`);
  return answer.offer;
}

/** Destination of an offer, as one text. */
const placeOf = (offer: RequisitesOffer): string => JSON.stringify([offer.fields, offer.memo, offer.url, offer.formFields]);

/** Requests the payout until the answer is final, a limited number of times. */
async function payOutUntilExecuted(harness: RailHarness, rail: Rail, request: PayOutRequest): Promise<PayoutAnswer> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const answer = await rail.askPayout(request);
    if (answer.outcome === 'executed' || answer.outcome === 'failed') return answer;
    await harness.advance();
  }
  throw new Error(`the payout was not executed in ${MAX_STEPS} steps`);
}

/**
 * The test suite for every registered rail (architecture 1). A manual rail (`isManual`) reports no money and has no connection to cut.
 * `givesBackOnly`: its payouts are refunds of paid orders.
 */
export function describeRail(
  name: string,
  makeHarness: () => Promise<RailHarness>,
  { byPeople = false, givesBackOnly = false }: { readonly byPeople?: boolean; readonly givesBackOnly?: boolean } = {},
): void {
  describe(`rail ${name}`, () => {
    let harness: RailHarness;
    beforeAll(async () => {
      harness = await makeHarness();
    }, 60_000);
    afterAll(async () => {
      await harness?.close();
    });
    const world = () => harness;
    describeOffers(name, world, givesBackOnly);
    describePayouts(world);
    if (byPeople) return describeManual(world);
    describeReports(name, world);
    describeOutage(world);
  });
}

function describeOffers(name: string, world: () => RailHarness, givesBackOnly: boolean): void {
  it('has the name it is registered under, receives, and pays out or refunds', () => {
    expect(world().rail.name).toBe(name);
    expect(world().rail.capabilities.receives).toBe(true);
    expect(world().rail.capabilities.paysOut).toBe(!givesBackOnly);
    expect(world().rail.capabilities.returnsPayments).toBe(givesBackOnly ? true : undefined);
  });

  it('offers the same requisites on every call in every process', async () => {
    const request = receiveRequest(world());
    const offers = await Promise.all(Array.from({ length: 10 }, (_, index) => offerOf(index % 2 ? world().twin : world().rail, request)));
    const [first, ...rest] = offers;
    for (const offer of rest) expect(offer).toEqual(first);
    expect(await offerOf(world().rail, request)).toEqual(first);
  });

  it('offers requisites that belong to one order alone', async () => {
    const offers = await Promise.all(Array.from({ length: 20 }, () => offerOf(world().rail, receiveRequest(world()))));
    expect(new Set(offers.map((offer) => offer.reference)).size).toBe(20);
    expect(new Set(offers.map(placeOf)).size).toBe(20);
  });

  it('offers plain text for the requested amount', async () => {
    const offer = await offerOf(world().rail, receiveRequest(world()));
    expect(offer.amount).toBe(world().amount);
    expect(offer.fields.length > 0 || offer.url !== null).toBe(true);
    expect(placeOf(offer)).not.toMatch(/<[a-z!/]/i);
  });
}

function describeManual(world: () => RailHarness): void {
  it('says that operators report, and reports no money itself', async () => {
    expect(world().rail.capabilities.isManual).toBe(true);
    const recorded = recordRailEvents();
    await world().pay(await offerOf(world().rail, receiveRequest(world())), world().amount);
    for (let step = 0; step < 3; step += 1) await world().rail.poll(recorded.events);
    expect(recorded.deposits).toEqual([]);
  });

  it('repeats the final report of a payout until the order side has stored it, and lists it', async () => {
    const request = await payOutRequest(world());
    await world().rail.payOut(request);
    await world().advance();
    const recorded = recordRailEvents();
    recorded.failNext(1);
    await expect(world().rail.poll(recorded.events)).rejects.toThrow('could not store');
    await world().twin.poll(recorded.events);
    const reports = () => recorded.payouts.filter(({ reference }) => reference === request.reference);
    expect(reports()).toMatchObject([{ answer: { outcome: 'executed', amount: request.amount } }]);
    await world().rail.poll(recorded.events);
    expect(reports()).toHaveLength(1);
    const statement = await world().twin.statement(0);
    if (statement.outcome !== 'listed') throw new Error(statement.reason);
    expect(statement.lines.filter(({ reference }) => reference === request.reference)).toMatchObject([
      { direction: 'out', paymentSystemCode: world().paymentSystem.code, amount: request.amount },
    ]);
  });

  it('cancels a payout that no operator has claimed, and never offers it again', async () => {
    const request = await payOutRequest(world());
    await world().rail.payOut(request);
    expect(await world().rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
    await world().advance();
    expect((await world().rail.payOut(request)).outcome).toBe('failed');
    expect(await world().executions(request)).toBe(0);
  });

  it('answers a payout that an operator has paid as unknown, until the operator ends it as not sent', async () => {
    const request = await payOutRequest(world());
    await world().rail.payOut(request);
    for (let time = 0; time < 2; time += 1) {
      expect(await world().rail.withdrawPayout?.(request.reference, 'sent')).toBe(true);
      for (const call of [world().twin.askPayout(request), world().rail.payOut(request)])
        expect(await call).toEqual({ outcome: 'unknown', reason: 'paid_by_a_person' });
    }
    expect(await world().rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
    expect((await world().rail.askPayout(request)).outcome).toBe('failed');
    expect(await world().executions(request)).toBe(0);
  });
}

function describeReports(name: string, world: () => RailHarness): void {
  it('reports a payment as it becomes final, with the received amount', async () => {
    const offer = await offerOf(world().rail, receiveRequest(world()));
    const recorded = recordRailEvents();
    const short = world().amount - world().amount / 4n;
    await world().pay(offer, short);
    await pollUntil(world(), world().rail, recorded, () => recorded.finalOf(offer.reference).length > 0);
    const [deposit] = recorded.finalOf(offer.reference);
    expect(deposit).toMatchObject({ rail: name, amount: short, paymentSystemCode: world().paymentSystem.code });
    expect(deposit?.confirmations).toBeGreaterThanOrEqual(deposit?.requiredConfirmations ?? 0);
    const reports = recorded.deposits.filter((entry) => entry.reference === offer.reference);
    expect(new Set(reports.map((entry) => entry.externalId)).size).toBe(1);
    expect(reports.every((entry) => entry.state === 'seen' || entry.state === 'final')).toBe(true);
  });

  it('distinguishes two payments to one offer', async () => {
    const offer = await offerOf(world().rail, receiveRequest(world()));
    const recorded = recordRailEvents();
    await world().pay(offer, world().amount);
    await world().pay(offer, world().amount);
    await pollUntil(world(), world().rail, recorded, () => recorded.finalOf(offer.reference).length === 2);
    expect(recorded.finalOf(offer.reference).map((deposit) => deposit.amount)).toEqual([world().amount, world().amount]);
  });

  it('repeats reports that the order side could not store', async () => {
    const offer = await offerOf(world().rail, receiveRequest(world()));
    const recorded = recordRailEvents();
    await world().pay(offer, world().amount);
    recorded.failNext(2);
    await pollUntil(world(), world().rail, recorded, () => recorded.finalOf(offer.reference).length === 1);
    expect(recorded.finalOf(offer.reference)).toMatchObject([{ amount: world().amount }]);
  });

  it('finds in a new process payments made while no process ran', async () => {
    const offer = await offerOf(world().rail, receiveRequest(world()));
    await world().pay(offer, world().amount);
    const recorded = recordRailEvents();
    await pollUntil(world(), world().twin, recorded, () => recorded.finalOf(offer.reference).length === 1);
    expect(recorded.finalOf(offer.reference)).toMatchObject([{ amount: world().amount }]);
  });
}

function describePayouts(world: () => RailHarness): void {
  it('answers definitely for a reference it has never received', async () => {
    expect(await world().rail.askPayout(await payOutRequest(world()))).toEqual({ outcome: 'not_found' });
  });

  it('executes one reference once, however often and in whichever process it is requested', async () => {
    const request = await payOutRequest(world());
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? world().twin : world().rail).payOut(request)));
    for (const answer of answers) expect(['accepted', 'executed', 'unknown']).toContain(answer.outcome);
    const final = await payOutUntilExecuted(world(), world().rail, request);
    expect(final).toMatchObject({ outcome: 'executed', amount: request.amount });
    const again = await world().twin.payOut(request);
    expect(['accepted', 'executed']).toContain(again.outcome);
    await world().advance();
    expect(await world().executions(request)).toBe(1);
  });

  it('executes two references of one order twice: the order side decides, not the rail', async () => {
    const first = await payOutRequest(world());
    const second = { ...first, reference: crypto.randomUUID(), destination: world().destination() };
    await world().rail.payOut(first);
    await world().rail.payOut(second);
    await payOutUntilExecuted(world(), world().rail, first);
    await payOutUntilExecuted(world(), world().rail, second);
    expect([await world().executions(first), await world().executions(second)]).toEqual([1, 1]);
  });
}

function describeOutage(world: () => RailHarness): void {
  it('reports no failure while the provider is unreachable, and loses nothing', async () => {
    const offer = await offerOf(world().rail, receiveRequest(world()));
    const request = await payOutRequest(world());
    await world().pay(offer, world().amount);
    await world().cut();
    try {
      expect((await world().rail.payOut(request)).outcome).not.toBe('failed');
      expect(['unknown', 'accepted']).toContain((await world().rail.askPayout(request)).outcome);
    } finally {
      await world().heal();
    }
    const recorded = recordRailEvents();
    await pollUntil(world(), world().rail, recorded, () => recorded.finalOf(offer.reference).length === 1);
    const payout = await world().rail.askPayout(request);
    if (payout.outcome === 'not_found') await world().rail.payOut(request);
    expect(await payOutUntilExecuted(world(), world().rail, request)).toMatchObject({ outcome: 'executed' });
    expect(await world().executions(request)).toBe(1);
  });

  async function referencesIn(since: number, before?: number): Promise<string[]> {
    const statement = await world().twin.statement(since, before);
    return statement.outcome === 'listed' ? statement.lines.map(({ direction, reference }) => `${direction} ${reference}`) : [];
  }

  it('returns the provider’s own list of final movements, or says that it cannot', async () => {
    const offer = await offerOf(world().rail, receiveRequest(world()));
    const request = await payOutRequest(world());
    await world().pay(offer, world().amount);
    const recorded = recordRailEvents();
    await pollUntil(world(), world().rail, recorded, () => recorded.finalOf(offer.reference).length === 1);
    await world().rail.payOut(request);
    await payOutUntilExecuted(world(), world().rail, request);
    const statement = await world().twin.statement(0);
    if (statement.outcome !== 'listed') throw new Error(statement.reason);
    const moved = { paymentSystemCode: world().paymentSystem.code, amount: world().amount };
    const [received] = recorded.finalOf(offer.reference);
    const of = (reference: string | undefined) => statement.lines.filter((line) => line.reference === reference);
    expect(of(received?.externalId)).toMatchObject([{ direction: 'in', ...moved }]);
    expect(of(request.reference)).toMatchObject([{ direction: 'out', ...moved }]);
    expect(statement.oddities).toEqual([]);
    // Each is in one of two successive periods
    for (const { at } of [statement.lines[0], statement.lines.at(-1)].flatMap((line) => line ?? []))
      expect([...(await referencesIn(0, at)), ...(await referencesIn(at))].toSorted()).toEqual((await referencesIn(0)).toSorted());
    await world().cut();
    try {
      expect((await world().rail.statement(0)).outcome).toBe('unavailable');
    } finally {
      await world().heal();
    }
  });
}
