import { type Answer, call, type CallResult, type Failure, type InputOf } from '#contract/call.ts';
import { isCommand } from '#contract/call-refusals.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { PARTNER_CALLS, type PartnerCalls } from './partner-calls.ts';
import { type FetchLike, signedTransport } from './signed-transport.ts';

export { verifyWebhook } from '#contract/partner/verify-webhook.ts';
export type { CallError, ReceivedError } from '#contract/call-errors.ts';
export type { Failure } from '#contract/call.ts';
export type { OrderAttributes } from '#contract/public/order-attributes.ts';
export type { PartnerCalls } from './partner-calls.ts';

export interface ClientOptions {
  /** The shop's origin: `https://shop.example`. */
  readonly baseUrl: string;
  /** `pk_live_...` or `pk_test_...` */
  readonly key: string;
  /** `sk_...` */
  readonly secret: string;
  /** Language of responses and of the customer's e-mails; default `ru`. */
  readonly locale?: 'ru' | 'en';
  /** Replacement for the platform's `fetch`. */
  readonly fetch?: FetchLike;
  /** Number of retries of a call without a response or with a temporary one; default 3. */
  readonly retries?: number;
  /** Timeout of one try; default 20 seconds. */
  readonly timeoutMs?: number;
}

/** Result of a call: a refusal is a value (`ok: false`), a file includes its bytes. */
export type ResultOf<E extends Endpoint> = E['reply'] extends { readonly kind: 'file' }
  ? (Answer<E> & { readonly bytes: Uint8Array }) | Failure
  : CallResult<E>;

/** The input is optional if all its members are. */
type Arguments<E extends Endpoint> = Record<never, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];

/** One method per call of the partner API. */
export type Client = {
  readonly [Name in keyof PartnerCalls]: (...input: Arguments<PartnerCalls[Name]>) => Promise<ResultOf<PartnerCalls[Name]>>;
};

const DEFAULT_RETRIES = 3;
const DEFAULT_TIMEOUT_MS = 20_000;
const INITIAL_WAIT_MS = 500;
/** A longer wait is left to the caller, who gets the refusal with `retryAfterSeconds`. */
const MAX_WAIT_MS = 30_000;
/** Temporary failures: no response (0), too many calls, maintenance, a proxy without a backend. */
const TEMPORARY_STATUSES = new Set([0, 429, 502, 503, 504]);

const hasCode = (failure: Failure, code: string): boolean => failure.errors.some((error) => error.code === code);

/** Wait before a retry; undefined: no retry. */
function retryDelayMs(failure: Failure, retry: number): number | undefined {
  if (!TEMPORARY_STATUSES.has(failure.status) && !hasCode(failure, 'in_progress')) return undefined;
  const requestedMs = failure.retryAfterSeconds === null ? 0 : failure.retryAfterSeconds * 1_000;
  const delayMs = Math.max(requestedMs, INITIAL_WAIT_MS * 2 ** retry * (0.75 + Math.random() / 2));
  return delayMs > MAX_WAIT_MS ? undefined : delayMs;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
const isAborted = (signal: unknown): boolean => signal instanceof AbortSignal && signal.aborted;

/** Difference between the shop's clock and ours, if it rejected our timestamp. */
function clockOffsetMs(failure: Failure): number | undefined {
  const serverTime = failure.errors.find((error) => error.code === 'timestamp_out_of_range')?.meta['server_time'];
  const at = typeof serverTime === 'string' ? Date.parse(serverTime) : Number.NaN;
  return Number.isNaN(at) ? undefined : at - Date.now();
}

/**
 * The partner API, each call a typed, signed method. Commands get an idempotency key, the same in retries. Never throws for a response of
 * the shop.
 */
export function createClient(options: ClientOptions): Client {
  const { key, secret, locale = 'ru', retries = DEFAULT_RETRIES, timeoutMs = DEFAULT_TIMEOUT_MS, fetch = globalThis.fetch } = options;
  const { origin: baseUrl } = new URL(options.baseUrl);
  let offsetMs = 0;

  async function callWithRetries(endpoint: Endpoint, args: InputOf<Endpoint>): Promise<unknown> {
    const idempotencyKey = isCommand(endpoint) ? (args.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const headers = endpoint.reply.kind === 'file' ? { accept: '*/*', ...args.headers } : args.headers;
    const input = { ...args, idempotencyKey, headers };
    let isClockAdjusted = false;
    for (let retry = 0; ; retry += 1) {
      const transport = signedTransport({ baseUrl, key, secret, locale, fetch, timeoutMs, now: () => Date.now() + offsetMs });
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      const result: CallResult<Endpoint> = await call(endpoint, input, transport);
      if (result.ok) return endpoint.reply.kind === 'file' ? { ...result, bytes: transport.bytes() } : result;
      const newOffsetMs: number | undefined = isClockAdjusted ? undefined : clockOffsetMs(result);
      if (newOffsetMs !== undefined) {
        [offsetMs, isClockAdjusted] = [newOffsetMs, true];
        continue;
      }
      const delayMs = retry < retries && !isAborted(args.signal) ? retryDelayMs(result, retry) : undefined;
      if (delayMs === undefined) return result;
      // oxlint-disable-next-line no-await-in-loop -- the pause between two tries
      await pause(delayMs);
    }
  }

  const methods = [...PARTNER_CALLS].map(
    ([name, endpoint]) => [name, async (input: InputOf<Endpoint> = {}) => await callWithRetries(endpoint, input)] as const,
  );
  return Object.fromEntries(methods) as unknown as Client;
}
