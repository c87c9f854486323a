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
import { askPayout, executePayouts, type PayoutLookup, type PayoutOrder, type PayoutReply, acceptPayout } from './execute-payout.ts';
import { nextDeliveryAt, type ProviderEvent, readFeed } from './feed.ts';
import { createLoop } from './loop.ts';
import { type InvoiceAnswer, type InvoiceOrder, openInvoice } from './open-invoice.ts';
import { advancePayments, type PlayResult, type PlayRequest, playPayment } from './play-payment.ts';
import { DEMO_TIMING, type SandboxTiming } from './timing.ts';
import type { ProviderContext } from './context.ts';

/** The test bank: a provider with its own books. It receives data from the exchange only over HTTP. */
export interface SandboxProvider {
  readonly context: ProviderContext;
  openInvoice(order: InvoiceOrder): Promise<InvoiceAnswer>;
  invoice(orderId: string): Promise<Invoice | undefined>;
  payments(orderId: string): Promise<readonly Payment[]>;
  play(request: PlayRequest): Promise<PlayResult>;
  takePayout(order: PayoutOrder): Promise<PayoutReply>;
  askPayout(reference: string): Promise<PayoutLookup>;
  /** Changes after a number of the feed. */
  events(afterSeq: string, limit: number): Promise<readonly ProviderEvent[]>;
  ledger(orderId?: string, since?: Instant): Promise<readonly Entry[]>;
  /** Global faults, or those of one owner's orders. */
  faults(owner?: string): Promise<Faults>;
  setFaults(faults: { readonly [K in keyof Faults]?: Faults[K] | undefined }, owner?: string): Promise<Faults>;
  /** Starts confirming, executing and calling back; several processes may do so over the same books. */
  start(): void;
  stop(): Promise<void>;
}

export type ProviderOptions = Omit<ProviderContext, 'timing'> & { readonly timing?: Partial<SandboxTiming> };

/** Creates the provider; nothing runs until `start`. */
export function createSandboxProvider({ timing, ...options }: ProviderOptions): SandboxProvider {
  const context: ProviderContext = { ...options, timing: { ...DEMO_TIMING, ...timing } };
  const { db, log } = context;
  const now = (): Instant => context.clock.now();
  const callbacks = createLoop({
    name: 'callbacks',
    now,
    log,
    dueAt: () => nextDeliveryAt(db),
    step: async () => void (await deliverCallbacks(context)),
  });
  const money = createLoop({
    name: 'money',
    now,
    log,
    dueAt: () => nextMoneyAt(db),
    step: async () => {
      const moved = (await advancePayments(context)) + (await executePayouts(context));
      if (moved > 0) callbacks.wake();
    },
  });
  const wakingLoops = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    money.wake();
    callbacks.wake();
    return result;
  };
  return {
    context,
    openInvoice: (order) => openInvoice(context, order),
    invoice: (orderId) => findInvoice(db, orderId),
    payments: (orderId) => paymentsOf(db, orderId),
    play: (request) => wakingLoops(playPayment(context, request)),
    takePayout: (order) => wakingLoops(acceptPayout(context, order)),
    askPayout: (reference) => askPayout(context, reference),
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
