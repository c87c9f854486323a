import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { IsPaused } from '#server/adapters/rails/port.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import type { Random } from '#server/platform/random.ts';
import { type AcquirerResponse, callAcquirer } from './client.ts';
import { type Document, textAt } from './document.ts';
import { createHealthLog, type HealthLog } from './health.ts';
import { writeAmount } from './read-payment.ts';
import { type Acquirer, type AcquirerSettings, type Call, railNameOf } from './settings.ts';
import type { Values } from './signature.ts';
import type { Checkout } from './store.ts';

export interface AcquirerOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly log: Pick<Log, 'warn'>;
  readonly acquirer: Acquirer;
  /** Our URL that the acquirer calls. */
  readonly callbackUrl: string;
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  readonly isPaused: IsPaused;
  /** Interval until the next status request, by the age of the checkout; null: no more. */
  readonly pollInterval?: (ageMs: number) => number | null;
  readonly deadlineMs?: number;
}

/** Shared dependencies of one acquirer's rail. */
export interface AcquirerContext {
  readonly rail: string;
  readonly settings: AcquirerSettings;
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly log: Pick<Log, 'warn'>;
  readonly pollInterval: (ageMs: number) => number | null;
  readonly health: HealthLog;
  readonly isPaused: IsPaused;
  systemOf(code: string): PaymentSystem;
  /** Template values: secrets by `secret.<name>`, and the given ones. */
  templateValues(extra: Readonly<Record<string, string | undefined>>): Values;
  /** Template values of a request about a checkout. */
  checkoutValues(checkout: Checkout, extra?: Readonly<Record<string, string | undefined>>): Values;
  /** Calls the acquirer and records its health. */
  call(template: Call, values: Values): Promise<AcquirerResponse>;
}

const DEADLINE_MS = 8 * SECOND_MS;

const isReadable = (document: Document, { where }: Call): boolean =>
  Object.entries(where).every(([path, expected]) => textAt(document, path) === expected);

export function createContext(options: AcquirerOptions): AcquirerContext {
  const {
    db,
    clock,
    random,
    log,
    acquirer,
    callbackUrl,
    paymentSystem,
    isPaused,
    pollInterval = defaultPollInterval,
    deadlineMs = DEADLINE_MS,
  } = options;
  const { settings, secrets } = acquirer;
  const rail = railNameOf(settings);
  const health = createHealthLog({ db, rail, clock });
  const systemOf = (code: string): PaymentSystem => {
    const system = paymentSystem(code);
    // Thrown, not skipped: the catalogue may be a moment behind, and money must not be lost
    if (system === undefined) throw new Error(`${rail} is asked about an unknown payment system ${code}`);
    return system;
  };
  const templateValues: AcquirerContext['templateValues'] = (extra) => (name) => {
    if (name.startsWith('secret.')) return Object.hasOwn(secrets, name.slice(7)) ? secrets[name.slice(7)] : undefined;
    return Object.hasOwn(extra, name) ? extra[name] : undefined;
  };
  return {
    rail,
    settings,
    db,
    clock,
    random,
    log,
    pollInterval,
    health,
    isPaused,
    systemOf,
    templateValues,
    checkoutValues({ reference, orderId, amount, code, paymentId }, extra = {}) {
      const system = systemOf(code);
      const amounts = writeAmount(amount, system, settings.decimals);
      const money = { amount: amounts?.amount, amount_minor: amounts?.amountMinor, currency: settings.currencies[system.currency] };
      return templateValues({ reference, order: orderId, ...money, payment: paymentId ?? undefined, callback_url: callbackUrl, ...extra });
    },
    async call(template, values) {
      const response = await callAcquirer(template, values, deadlineMs);
      if (response.kind === 'answer' && response.status < 400 && !isReadable(response.document, template)) {
        await health.failure('unexpected');
        return { kind: 'none', reason: 'unexpected', sent: true };
      }
      const problem = response.kind === 'none' ? response.reason : response.status >= 400 ? `status ${response.status}` : null;
      await (problem === null ? health.answer() : health.failure(problem));
      return response;
    },
  };
}

/** An expired order is watched for eight more days (domain 5). */
const WATCH_MS = 9 * DAY_MS;

const MAX_INTERVAL_MS = 12 * HOUR_MS;

/**
 * Interval until the next status request for a checkout of this age; null: no more. Covers lost callbacks: seconds while the customer pays,
 * then longer, about ninety requests in total.
 */
export function defaultPollInterval(ageMs: number): number | null {
  if (ageMs < 2 * MINUTE_MS) return 6 * SECOND_MS;
  if (ageMs < 20 * MINUTE_MS) return 30 * SECOND_MS;
  return ageMs < WATCH_MS ? Math.min(Math.ceil(ageMs / 4), MAX_INTERVAL_MS) : null;
}
