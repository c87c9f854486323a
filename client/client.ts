import { type Answer, call, type CallResult, type Failure, type InputOf } from '#contract/call.ts';
import { isCommand } from '#contract/call-refusals.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { PARTNER_CALLS, type PartnerCalls } from './partner-calls.ts';
import { type FetchLike, signedTransport } from './signed-transport.ts';

export { verifyWebhook } from '#contract/verify-webhook.ts';
export type { CallError, ReceivedError } from '#contract/call-errors.ts';
export type { Failure } from '#contract/call.ts';
export type { OrderAttributes } from '#contract/orders.ts';
export type { PartnerCalls } from './partner-calls.ts';

export interface ClientOptions {
  /** Where the shop is: `https://shop.example`. */
  readonly baseUrl: string;
  /** `pk_live_...` or `pk_test_...` */
  readonly key: string;
  /** `sk_...` */
  readonly secret: string;
  /** Of answers, and of the customer's letters: `ru` unless said. */
  readonly locale?: 'ru' | 'en';
  /** Another `fetch` than the platform's. */
  readonly fetch?: FetchLike;
  /** How often a call is made again that got no answer, or none yet: 3 unless said. */
  readonly retries?: number;
  /** How long one try may take: 20 seconds unless said. */
  readonly timeoutMs?: number;
}

/** What a call answers: a refusal is a value like any other (`ok: false`), a file comes with its bytes. */
export type ResultOf<E extends Endpoint> = E['reply'] extends { readonly kind: 'file' }
  ? (Answer<E> & { readonly bytes: Uint8Array }) | Failure
  : CallResult<E>;

/** Nothing has to be said where everything may be left out. */
type Arguments<E extends Endpoint> = Record<never, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];

/** One method for each call that a partner's program may make. */
export type Client = {
  readonly [Name in keyof PartnerCalls]: (...input: Arguments<PartnerCalls[Name]>) => Promise<ResultOf<PartnerCalls[Name]>>;
};

const RETRIES = 3;
const TIMEOUT_MS = 20_000;
const FIRST_WAIT_MS = 500;
/** Longer than that nobody wants to be kept waiting inside a call: he gets the refusal, and `retryAfterSeconds` with it. */
const LONGEST_WAIT_MS = 30_000;
/** Nobody answered, too many calls, a short break, a proxy that found nobody. */
const PASSING = new Set([0, 429, 502, 503, 504]);

const hasCode = (failure: Failure, code: string): boolean => failure.errors.some((one) => one.code === code);

/** How long to wait before the same call again; undefined: the answer stands. */
function waitMs(failure: Failure, tried: number): number | undefined {
  if (!PASSING.has(failure.status) && !hasCode(failure, 'in_progress')) return undefined;
  const asked = failure.retryAfterSeconds === null ? 0 : failure.retryAfterSeconds * 1_000;
  const wait = Math.max(asked, FIRST_WAIT_MS * 2 ** tried * (0.75 + Math.random() / 2));
  return wait > LONGEST_WAIT_MS ? undefined : wait;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
const isAborted = (signal: unknown): boolean => signal instanceof AbortSignal && signal.aborted;

/** How far the shop's clock is ahead, where it says that ours is off. */
function clockError(failure: Failure): number | undefined {
  const told = failure.errors.find((one) => one.code === 'timestamp_out_of_range')?.meta['server_time'];
  const at = typeof told === 'string' ? Date.parse(told) : Number.NaN;
  return Number.isNaN(at) ? undefined : at - Date.now();
}

/**
 * The partner API, each call a typed method. It signs, makes a key of repetition for calls that change something and keeps it over
 * retries, so that nothing happens twice; it never throws for what the shop answers.
 */
export function createClient(options: ClientOptions): Client {
  const { key, secret, locale = 'ru', retries = RETRIES, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch } = options;
  const { origin: baseUrl } = new URL(options.baseUrl);
  let ahead = 0;

  async function make(endpoint: Endpoint, given: InputOf<Endpoint>): Promise<unknown> {
    const idempotencyKey = isCommand(endpoint) ? (given.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const headers = endpoint.reply.kind === 'file' ? { accept: '*/*', ...given.headers } : given.headers;
    const input = { ...given, idempotencyKey, headers };
    let isClockSet = false;
    for (let tried = 0; ; tried += 1) {
      const transport = signedTransport({ baseUrl, key, secret, locale, fetch, timeoutMs, now: () => Date.now() + ahead });
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      const result: CallResult<Endpoint> = await call(endpoint, input, transport);
      if (result.ok) return endpoint.reply.kind === 'file' ? { ...result, bytes: transport.bytes() } : result;
      const error: number | undefined = isClockSet ? undefined : clockError(result);
      if (error !== undefined) {
        [ahead, isClockSet] = [error, true];
        continue;
      }
      const wait = tried < retries && !isAborted(given.signal) ? waitMs(result, tried) : undefined;
      if (wait === undefined) return result;
      // oxlint-disable-next-line no-await-in-loop -- the pause between two tries
      await pause(wait);
    }
  }

  const methods = [...PARTNER_CALLS].map(
    ([name, endpoint]) => [name, async (input: InputOf<Endpoint> = {}) => await make(endpoint, input)] as const,
  );
  return Object.fromEntries(methods) as unknown as Client;
}
