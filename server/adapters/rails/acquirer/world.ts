import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { SECOND_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import type { Random } from '#server/platform/random.ts';
import { type Acquirer, type AcquirerSettings, type Call, railNameOf } from './settings.ts';
import { type HealthNotes, noteHealth } from './health.ts';
import { usualPace } from './pace.ts';
import { type Heard, speak } from './talk.ts';
import type { Checkout } from './store.ts';
import type { Values } from './template.ts';
import { writeAmount } from './read-payment.ts';

export interface AcquirerOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly log: Pick<Log, 'warn'>;
  readonly acquirer: Acquirer;
  /** Where it calls us. */
  readonly callbackUrl: string;
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  /** How long after an answer it is asked again, by the age of the checkout; null: no more. */
  readonly pace?: (ageMs: number) => number | null;
  readonly deadlineMs?: number;
}

/** What the parts of one acquirer's rail work with. */
export interface World {
  readonly rail: string;
  readonly settings: AcquirerSettings;
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly log: Pick<Log, 'warn'>;
  readonly pace: (ageMs: number) => number | null;
  readonly health: HealthNotes;
  systemOf(code: string): PaymentSystem;
  /** Secrets by `secret.<name>`, and what else is given. */
  values(given: Readonly<Record<string, string | undefined>>): Values;
  /** What calls about a checkout may name. */
  valuesOf(checkout: Checkout, more?: Readonly<Record<string, string | undefined>>): Values;
  /** Calls the acquirer and notes how it went. */
  speak(call: Call, values: Values): Promise<Heard>;
}

const DEADLINE_MS = 8 * SECOND_MS;

export function worldOf(options: AcquirerOptions): World {
  const { db, clock, random, log, acquirer, callbackUrl, paymentSystem, pace = usualPace, deadlineMs = DEADLINE_MS } = options;
  const { settings, secrets } = acquirer;
  const rail = railNameOf(settings);
  const health = noteHealth({ db, rail, clock });
  const systemOf = (code: string): PaymentSystem => {
    const system = paymentSystem(code);
    // Thrown, not passed over: the catalogue may be a moment behind, and money must not be forgotten
    if (system === undefined) throw new Error(`${rail} is asked about an unknown payment system ${code}`);
    return system;
  };
  const values: World['values'] = (given) => (name) => {
    if (name.startsWith('secret.')) return Object.hasOwn(secrets, name.slice(7)) ? secrets[name.slice(7)] : undefined;
    return Object.hasOwn(given, name) ? given[name] : undefined;
  };
  return {
    rail,
    settings,
    db,
    clock,
    random,
    log,
    pace,
    health,
    systemOf,
    values,
    valuesOf({ reference, orderId, amount, code, paymentId }, more = {}) {
      const system = systemOf(code);
      const written = writeAmount(amount, system, settings.decimals);
      const money = { amount: written?.amount, amount_minor: written?.amountMinor, currency: settings.currencies[system.currency] };
      return values({ reference, order: orderId, ...money, payment: paymentId ?? undefined, callback_url: callbackUrl, ...more });
    },
    async speak(call, given) {
      const heard = await speak(call, given, deadlineMs);
      const why = heard.heard === 'nothing' ? heard.reason : heard.status >= 400 ? `status ${heard.status}` : null;
      await (why === null ? health.answer() : health.failure(why));
      return heard;
    },
  };
}
