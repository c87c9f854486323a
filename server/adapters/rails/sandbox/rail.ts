import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { type Instant, MINUTE_MS, SECOND_MS, FOREVER, toRfc3339 } from '#core/time.ts';
import type { CallbackVerdict, Rail, RailEvents } from '#server/adapters/rails/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import { col, type Db, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { createProviderClient, parseJson } from './client.ts';
import { isSigned, type SandboxKeys, SIGNATURE_HEADER } from './signature.ts';
import {
  FeedEntry,
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

const CursorRow = rowType({
  after_seq: col.text,
});

/** The last processed number of the feed. */
async function readCursor(db: Db): Promise<string> {
  const { after_seq } = await db.one(CursorRow, sql`select after_seq from sandbox.rail_cursor`);
  return after_seq;
}

/** Moves the cursor forward only: another process may be ahead. */
async function moveCursor(db: Db, afterSeq: string): Promise<void> {
  await db.run(sql`update sandbox.rail_cursor set after_seq = ${afterSeq}::bigint where after_seq < ${afterSeq}::bigint`);
}

/** Saves an event that could not be stored by the order side, so that it does not delay the others. */
async function deferEvent(db: Db, entry: FeedEntry, nextTryAt: Instant): Promise<void> {
  await db.run(sql`
    insert into sandbox.rail_set_aside (seq, event, next_try_at)
    values (${entry.seq}::bigint, ${JSON.stringify(entry)}::jsonb, ${new Date(nextTryAt)})
    on conflict (seq) do update set attempts = sandbox.rail_set_aside.attempts + 1, next_try_at = excluded.next_try_at`);
}

async function deleteDeferred(db: Db, seq: string): Promise<void> {
  await db.run(sql`delete from sandbox.rail_set_aside where seq = ${seq}::bigint`);
}

export const DeferredEvent = rowType({
  event: col.json(FeedEntry),
  attempts: col.number,
});

export type DeferredEvent = RowOf<typeof DeferredEvent>;

/** Deferred events that are due, oldest first. */
const dueDeferred = (db: Db, now: Instant, limit: number): Promise<DeferredEvent[]> =>
  db.many(
    DeferredEvent,
    sql`select event, attempts from sandbox.rail_set_aside where next_try_at <= ${new Date(now)} order by seq limit ${limit}`,
  );

export const SANDBOX = 'sandbox';

export interface SandboxRailOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly keys: SandboxKeys;
  /** The provider's address, without a trailing slash; read at each call, as it is known only once the server listens. */
  readonly baseUrl: () => string;
  /** A payment system by its code, for the decimals of what the provider reports. */
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  /** Deadline of each call to the provider; after it a payout counts as unknown. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 2_500;

/** Long lists are slow; no customer waits for them. */
const LEDGER_DEADLINE_MS = 30_000;

const PAGE = 200;

const PAGES_PER_POLL = 20;

const RETRY_MS = SECOND_MS;

/** Events already reported by callback, which polling skips; a lost entry only repeats a report. */
const MAX_REPORTED = 10_000;

/** The rail of the test bank, used like any foreign provider: signed calls, callbacks, and its change feed for lost callbacks. */
export function createSandboxRail(options: SandboxRailOptions): Rail {
  const { clock, keys, deadlineMs = DEADLINE_MS } = options;
  const client = createProviderClient({ baseUrl: options.baseUrl, apiKey: keys.api, clock, deadlineMs });
  const ledgerClient = createProviderClient({ baseUrl: options.baseUrl, apiKey: keys.api, clock, deadlineMs: LEDGER_DEADLINE_MS });
  const reported = createBoundedSet(MAX_REPORTED);
  return {
    name: SANDBOX,
    capabilities: { receives: true, paysOut: true, transactionUrl: () => null },
    receive: async (request) => readInvoiceAnswer(await client.post('/sandbox/invoices', toInvoiceOrder(request)), request),
    payOut: async (request) =>
      readPayOutAnswer(await client.post('/sandbox/payouts', toPayoutOrder(request, clock.now() + deadlineMs)), request),
    askPayout: async (request) => readAskAnswer(await client.get(`/sandbox/payouts/${encodeURIComponent(request.reference)}`), request),
    async check() {
      const page = readFeedPage(await client.get(`/sandbox/events?after=${await readCursor(options.db)}&limit=1`));
      return page === undefined ? { ok: false, problem: 'unreachable' } : { ok: true };
    },
    async poll(events) {
      await retryDeferred(options, events);
      for (let page = 0; page < PAGES_PER_POLL; page += 1) {
        const entries = readFeedPage(await client.get(`/sandbox/events?after=${await readCursor(options.db)}&limit=${PAGE}`));
        if (entries === undefined) {
          // A short outage is normal: the next poll asks again
          options.log.warn({ rail: SANDBOX }, 'provider_gives_no_feed');
          return;
        }
        for (const entry of entries) if (!reported.has(entry.seq)) await reportOrDefer(options, entry, events);
        const last = entries.at(-1);
        if (last !== undefined) await moveCursor(options.db, last.seq);
        if (entries.length < PAGE) return;
      }
    },
    async statement(since, before = FOREVER) {
      const period = new URLSearchParams({ since: toRfc3339(since), before: toRfc3339(before) });
      const response = await ledgerClient.get(`/sandbox/ledger?${period}`);
      const lines = readLedger(response, options.paymentSystem);
      if (lines) return { outcome: 'listed', lines, oddities: [] };
      return { outcome: 'unavailable', reason: response.kind === 'none' ? response.reason : `status ${response.status}` };
    },
    async callback(call, events): Promise<CallbackVerdict> {
      if (!isSigned(keys.callback, call.body, call.headers[SIGNATURE_HEADER], clock.now())) return { verdict: 'bad_signature' };
      const parsed = readEvent(parseJson(call.body.toString('utf8')));
      if (parsed.kind === 'nonsense') return { verdict: 'unknown' };
      if (parsed.kind === 'other') return { verdict: 'accepted' };
      await report(options, parsed.event, events);
      reported.add(parsed.event.seq);
      return { verdict: 'accepted' };
    },
  };
}

async function report({ paymentSystem }: SandboxRailOptions, event: FeedEvent, events: RailEvents): Promise<void> {
  const system = paymentSystem(event.data.payment_system);
  // Thrown, not skipped: the catalogue may be a moment behind, and money must not be lost
  if (system === undefined) throw new Error(`the provider reports on an unknown payment system ${event.data.payment_system}`);
  if (event.type === 'payment.changed') return events.deposit(toDeposit(SANDBOX, event.data, system));
  return events.payout(event.data.reference, toPayoutAnswer(event.data, system));
}

/** Reports an entry; one that cannot be stored or parsed is deferred and does not delay the others. */
async function reportOrDefer(options: SandboxRailOptions, entry: FeedEntry, events: RailEvents, attempts = 0): Promise<boolean> {
  try {
    const parsed = readEvent(entry);
    if (parsed.kind === 'nonsense') throw new Error('an event without sense');
    if (parsed.kind === 'event') await report(options, parsed.event, events);
    return true;
  } catch (error) {
    options.log.warn({ error, event_seq: entry.seq, attempts }, 'sandbox.event_set_aside');
    await deferEvent(options.db, entry, options.clock.now() + Math.min(MINUTE_MS, RETRY_MS * attempts));
    return false;
  }
}

async function retryDeferred(options: SandboxRailOptions, events: RailEvents): Promise<void> {
  for (const { event, attempts } of await dueDeferred(options.db, options.clock.now(), PAGE)) {
    if (await reportOrDefer(options, event, events, attempts)) await deleteDeferred(options.db, event.seq);
  }
}

/** A set of the last `size` names; the oldest are dropped. */
function createBoundedSet(size: number): { has(name: string): boolean; add(name: string): void } {
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
