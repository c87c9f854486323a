import type { Instant } from '#core/time.ts';
import {
  listEntries,
  nextMoneyAt,
  paymentsOf,
  readFaults,
  writeFaults,
  writeFaultsOf,
  findInvoice,
  type Entry,
  type Faults,
  type Invoice,
  type Payment,
} from './books.ts';
import { deliverCallbacks } from './deliver-callbacks.ts';
import { askPayout, executePayouts, type PayoutFinding, type PayoutOrder, type PayoutReply, takePayout } from './execute-payout.ts';
import { nextDeliveryAt, type ProviderEvent, readFeed } from './feed.ts';
import { createLoop } from './loop.ts';
import { type InvoiceAnswer, type InvoiceOrder, openInvoice } from './open-invoice.ts';
import { advancePayments, type PlayAnswer, type PlayRequest, playPayment } from './play-payment.ts';
import { DEMO_TIMING, type SandboxTiming } from './timing.ts';
import type { ProviderWorld } from './world.ts';

/** The test bank: a provider with its own books. It knows of the exchange only what the exchange tells it over HTTP. */
export interface SandboxProvider {
  readonly world: ProviderWorld;
  openInvoice(order: InvoiceOrder): Promise<InvoiceAnswer>;
  invoice(orderId: string): Promise<Invoice | undefined>;
  payments(orderId: string): Promise<readonly Payment[]>;
  play(request: PlayRequest): Promise<PlayAnswer>;
  takePayout(order: PayoutOrder): Promise<PayoutReply>;
  askPayout(reference: string): Promise<PayoutFinding>;
  /** What changed after a number of the feed. */
  events(afterSeq: string, limit: number): Promise<readonly ProviderEvent[]>;
  ledger(orderId?: string, since?: Instant): Promise<readonly Entry[]>;
  /** Everybody's, or those of one owner's orders. */
  faults(owner?: string): Promise<Faults>;
  setFaults(faults: { readonly [K in keyof Faults]?: Faults[K] | undefined }, owner?: string): Promise<Faults>;
  /** Begins to confirm, execute and call back; several processes may do so over the same books. */
  start(): void;
  stop(): Promise<void>;
}

export type ProviderOptions = Omit<ProviderWorld, 'timing'> & { readonly timing?: Partial<SandboxTiming> };

/** Opens the provider over its books; nothing runs until `start`. */
export function createSandboxProvider({ timing, ...options }: ProviderOptions): SandboxProvider {
  const world: ProviderWorld = { ...options, timing: { ...DEMO_TIMING, ...timing } };
  const { db, log } = world;
  const now = (): Instant => world.clock.now();
  const callbacks = createLoop({
    name: 'callbacks',
    now,
    log,
    dueAt: () => nextDeliveryAt(db),
    step: async () => void (await deliverCallbacks(world)),
  });
  const money = createLoop({
    name: 'money',
    now,
    log,
    dueAt: () => nextMoneyAt(db),
    step: async () => {
      const moved = (await advancePayments(world)) + (await executePayouts(world));
      if (moved > 0) callbacks.wake();
    },
  });
  const wakeAfter = async <T>(work: Promise<T>): Promise<T> => {
    const answer = await work;
    money.wake();
    callbacks.wake();
    return answer;
  };
  return {
    world,
    openInvoice: (order) => openInvoice(world, order),
    invoice: (orderId) => findInvoice(db, orderId),
    payments: (orderId) => paymentsOf(db, orderId),
    play: (request) => wakeAfter(playPayment(world, request)),
    takePayout: (order) => wakeAfter(takePayout(world, order)),
    askPayout: (reference) => askPayout(world, reference),
    events: (afterSeq, limit) => readFeed(db, afterSeq, limit),
    ledger: (orderId, since) => listEntries(db, orderId, since),
    faults: (owner) => readFaults(db, owner),
    setFaults: (faults, owner) => (owner === undefined ? writeFaults(db, faults) : writeFaultsOf(db, owner, faults)),
    start() {
      money.start();
      callbacks.start();
    },
    async stop() {
      await Promise.all([money.stop(), callbacks.stop()]);
    },
  };
}
