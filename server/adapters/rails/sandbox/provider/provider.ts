import type { Instant, Period } from '#core/time.ts';
import type { Log } from '#server/platform/log.ts';
import {
  type Entry,
  type Faults,
  findInvoice,
  type Invoice,
  listEntries,
  nextMoneyAt,
  type Payment,
  paymentsOf,
  readFaults,
  writeFaults,
  writeFaultsOf,
} from './books.ts';
import { DEMO_TIMING, type ProviderContext, type SandboxTiming } from './context.ts';
import { acceptPayout, askPayout, executePayouts, type PayoutLookup, type PayoutOrder, type PayoutReply } from './execute-payout.ts';
import { deliverCallbacks, nextDeliveryAt, type ProviderEvent, readFeed } from './feed.ts';
import { type InvoiceAnswer, type InvoiceOrder, openInvoice } from './open-invoice.ts';
import { advancePayments, playPayment, type PlayRequest, type PlayResult } from './play-payment.ts';

export interface Loop {
  start(): void;
  /** Runs the step now instead of at its next time. */
  wake(): void;
  /** Resolves after the running step. */
  stop(): Promise<void>;
}

interface LoopWork {
  readonly name: string;
  readonly step: () => Promise<void>;
  /** When the next step is due; undefined if nothing is scheduled. */
  readonly dueAt: () => Promise<Instant | undefined>;
  readonly now: () => Instant;
  readonly log: Pick<Log, 'warn'>;
}

/** Maximum delay until work scheduled by another process is noticed. */
const IDLE_MS = 1_000;
const MIN_PAUSE_MS = 10;

/** Runs a step whenever it is due, never twice at a time; a failing step is logged and repeated. */
function createLoop(work: LoopWork): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let state: 'idle' | 'live' | 'stopped' = 'idle';
  let isWoken = false;

  const runStep = async (): Promise<number> => {
    try {
      let dueAt = await work.dueAt();
      if (dueAt !== undefined && dueAt <= work.now()) {
        await work.step();
        dueAt = await work.dueAt();
      }
      if (dueAt === undefined) return IDLE_MS;
      return Math.min(IDLE_MS, Math.max(MIN_PAUSE_MS, dueAt - work.now()));
    } catch (error) {
      work.log.warn({ error, loop: work.name }, 'sandbox.step_failed');
      return IDLE_MS;
    }
  };
  const run = () => {
    clearTimeout(timer);
    isWoken = false;
    running = runStep().then((pauseMs) => {
      running = undefined;
      if (state === 'live') timer = setTimeout(run, isWoken ? 0 : pauseMs);
    });
  };
  return {
    start() {
      if (state !== 'idle') return;
      state = 'live';
      run();
    },
    wake() {
      isWoken = true;
      if (state === 'live' && running === undefined) run();
    },
    async stop() {
      state = 'stopped';
      clearTimeout(timer);
      await running;
    },
  };
}

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
  ledger(orderId?: string, period?: Period): Promise<readonly Entry[]>;
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
    ledger: (orderId, period) => listEntries(db, orderId, period),
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
