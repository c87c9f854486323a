import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { CallbackVerdict, Rail, RailEvents } from '#server/adapters/rails/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { dueSetAside, forget, moveCursor, readCursor, setAside } from './rail-store.ts';
import { isSigned, SIGNATURE_HEADER, type SandboxKeys } from './signature.ts';
import { createTalk } from './talk.ts';
import {
  type FeedEntry,
  type FeedEvent,
  readAskAnswer,
  readEvent,
  readFeedPage,
  readInvoiceAnswer,
  readLedger,
  readPayOutAnswer,
  toDeposit,
  toInvoiceOrder,
  toPayoutAnswer,
  toPayoutOrder,
} from './translate.ts';

export const SANDBOX = 'sandbox';

export interface SandboxRailOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly keys: SandboxKeys;
  /** The provider's address, without a trailing slash; read at each call, since in one process it is known only once we listen. */
  readonly baseUrl: () => string;
  /** A payment system by its code, for the decimals of what the provider reports. */
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  /** For each call to the provider; after it a payout counts as unknown. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 2_500;
/** A long list takes its time; nobody waits for it. */
const BOOKS_DEADLINE_MS = 30_000;
const PAGE = 200;
const PAGES_PER_POLL = 20;
const RETRY_MS = SECOND_MS;
/** What was told by callback and need not be told again by polling; a lost entry only costs a repetition. */
const REMEMBERED = 10_000;

/** The rail that speaks to the test bank as to any foreign provider: signed calls, callbacks, and its change feed for what callbacks lose. */
export function createSandboxRail(options: SandboxRailOptions): Rail {
  const { clock, keys, deadlineMs = DEADLINE_MS } = options;
  const talk = createTalk({ baseUrl: options.baseUrl, apiKey: keys.api, clock, deadlineMs });
  const books = createTalk({ baseUrl: options.baseUrl, apiKey: keys.api, clock, deadlineMs: BOOKS_DEADLINE_MS });
  const told = rememberSome(REMEMBERED);
  return {
    name: SANDBOX,
    capabilities: { receives: true, paysOut: true, transactionUrl: () => null },
    receive: async (request) => readInvoiceAnswer(await talk.post('/sandbox/invoices', toInvoiceOrder(request)), request),
    payOut: async (request) =>
      readPayOutAnswer(await talk.post('/sandbox/payouts', toPayoutOrder(request, clock.now() + deadlineMs)), request),
    askPayout: async (request) => readAskAnswer(await talk.get(`/sandbox/payouts/${encodeURIComponent(request.reference)}`), request),
    async check() {
      const page = readFeedPage(await talk.get(`/sandbox/events?after=${await readCursor(options.db)}&limit=1`));
      return page === undefined ? { ok: false, problem: 'unreachable' } : { ok: true };
    },
    async poll(events) {
      await retrySetAside(options, events);
      for (let page = 0; page < PAGES_PER_POLL; page += 1) {
        const entries = readFeedPage(await talk.get(`/sandbox/events?after=${await readCursor(options.db)}&limit=${PAGE}`));
        if (entries === undefined) {
          // Down for a moment, as providers are: asked again with the next round
          options.log.warn({ rail: SANDBOX }, 'provider_gives_no_feed');
          return;
        }
        for (const entry of entries) if (!told.has(entry.seq)) await reportOrSetAside(options, entry, events);
        const last = entries.at(-1);
        if (last !== undefined) await moveCursor(options.db, last.seq);
        if (entries.length < PAGE) return;
      }
    },
    async statement(since) {
      const heard = await books.get(`/sandbox/ledger?since=${encodeURIComponent(new Date(since).toISOString())}`);
      const lines = readLedger(heard, options.paymentSystem);
      if (lines) return { outcome: 'listed', lines, oddities: [] };
      return { outcome: 'unavailable', reason: heard.heard === 'nothing' ? heard.reason : `status ${heard.status}` };
    },
    async callback(call, events): Promise<CallbackVerdict> {
      if (!isSigned(keys.callback, call.body, call.headers[SIGNATURE_HEADER], clock.now())) return { verdict: 'bad_signature' };
      const reading = readEvent(parseJson(call.body));
      if (reading.read === 'nonsense') return { verdict: 'unknown' };
      if (reading.read === 'other') return { verdict: 'accepted' };
      await report(options, reading.event, events);
      told.add(reading.event.seq);
      return { verdict: 'accepted' };
    },
  };
}

async function report({ paymentSystem }: SandboxRailOptions, event: FeedEvent, events: RailEvents): Promise<void> {
  const system = paymentSystem(event.data.payment_system);
  // Thrown, not passed over: the catalogue may be a moment behind, and money must not be forgotten.
  if (system === undefined) throw new Error(`the provider reports on an unknown payment system ${event.data.payment_system}`);
  if (event.type === 'payment.changed') return events.deposit(toDeposit(SANDBOX, event.data, system));
  return events.payout(event.data.reference, toPayoutAnswer(event.data, system));
}

/** Hands an entry over; one that cannot be stored or understood is kept for later rounds and does not hold up the others. */
async function reportOrSetAside(options: SandboxRailOptions, entry: FeedEntry, events: RailEvents, attempts = 0): Promise<boolean> {
  try {
    const reading = readEvent(entry);
    if (reading.read === 'nonsense') throw new Error('an event without sense');
    if (reading.read === 'event') await report(options, reading.event, events);
    return true;
  } catch (error) {
    options.log.warn({ error, event_seq: entry.seq, attempts }, 'sandbox.event_set_aside');
    await setAside(options.db, entry, options.clock.now() + Math.min(MINUTE_MS, RETRY_MS * attempts));
    return false;
  }
}

async function retrySetAside(options: SandboxRailOptions, events: RailEvents): Promise<void> {
  for (const { event, attempts } of await dueSetAside(options.db, options.clock.now(), PAGE)) {
    if (await reportOrSetAside(options, event, events, attempts)) await forget(options.db, event.seq);
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The last `size` names, oldest forgotten first. */
function rememberSome(size: number): { has(name: string): boolean; add(name: string): void } {
  const names = new Set<string>();
  return {
    has: (name) => names.has(name),
    add(name) {
      names.add(name);
      const [oldest] = names;
      if (names.size > size && oldest !== undefined) names.delete(oldest);
    },
  };
}
