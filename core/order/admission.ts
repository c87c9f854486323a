import type { CountryRefusal } from '#core/country-rules.ts';
import { formatLeft } from '#core/format/moment.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import { type AskedAmount, outsideLimits, type PriceRefusal } from '#core/pricing/price.ts';
import type { Refusal } from '#core/refusal.ts';
import type { SwitchReason } from '#core/switches.ts';
import { type Instant, MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import { type AskedPromise, judgePromise, MAX_UNPAID_ORDERS, PRESSED_WINDOW_MS, type PromiseVerdict } from './unpaid.ts';

/** Why an order cannot be made. */
export type AdmissionRefusal =
  | PriceRefusal
  | 'tech_break'
  | 'country_not_allowed'
  | 'access_denied'
  | 'verification_required'
  | 'too_many_open_orders'
  | 'too_many_requests'
  | 'captcha_required'
  | 'reserve_exceeded';

/** A pair as it stands in the catalogue; undefined: unknown, or its rail cannot do its half. `fields`: what to point at. */
export interface PairFact {
  readonly income: Pick<PaymentSystem, 'incomeEnabled'> | undefined;
  readonly outcome: Pick<PaymentSystem, 'outcomeEnabled'> | undefined;
  readonly direction: Pick<Direction, 'enabled'> | undefined;
  readonly fields: { readonly income: string; readonly outcome: string };
}

/** A technical break (domain 9): until when, null while nobody can tell. */
export interface BreakFact {
  readonly until: Instant | null;
  readonly now: Instant;
  readonly reason: SwitchReason;
}

interface Proof {
  /** A proof of work was taken for this order already. */
  readonly isProven: boolean;
}

/** All that decides whether an order can be made. */
export interface AdmissionFacts {
  /** The shop takes no orders now; null: it does. */
  readonly techBreak: BreakFact | null;
  readonly pair: PairFact;
  /** Why the pair is closed to the visitor's country; null: it is not. `fields`: what to point at. */
  readonly country: { readonly refused: CountryRefusal | null; readonly fields: PairFact['fields'] };
  readonly isBlacklisted: boolean;
  /** The direction asks for a verified customer and he is not. */
  readonly lacksVerification: boolean;
  readonly amount: AskedAmount & { readonly price: DirectionPrice };
  /** Unpaid orders that are the visitor's by keys he has shown (`his`), and those that may be his by his e-mail (`own`). */
  readonly openOrders: Proof & { readonly his: number; readonly own: number; readonly most?: number };
  /** A partner has made as many orders as he may in a day; when the next may come. */
  readonly dailyOrders: { readonly wait: number | null };
  /** Whether the outcome could be promised. */
  readonly reserve: { readonly isHeld: boolean; readonly field: string };
  /** What unpaid orders hold of the reserve, this one included. */
  readonly share: Proof & AskedPromise;
}

type Found = Refusal<AdmissionRefusal> | null;

const PROOF: Refusal<AdmissionRefusal> = { code: 'captcha_required', field: 'captcha_token' };

const OF_VERDICT: Readonly<Record<Exclude<PromiseVerdict, 'promised' | 'proof_needed'>, Refusal<AdmissionRefusal>>> = {
  share_exceeded: { code: 'too_many_open_orders' },
  kept_for_known: { code: 'has_no_reserves', message: 'reserve_kept', params: { minutes: PRESSED_WINDOW_MS / MINUTE_MS } },
};

function refuseShare({ isProven, ...asked }: AdmissionFacts['share']): Found {
  const verdict = judgePromise(asked);
  if (verdict === 'promised') return null;
  if (verdict === 'proof_needed') return isProven ? null : PROOF;
  return OF_VERDICT[verdict];
}

function refuseOpenOrders({ his, own, isProven, most = MAX_UNPAID_ORDERS }: AdmissionFacts['openOrders']): Found {
  if (his >= most) return { code: 'too_many_open_orders' };
  return own >= most && !isProven ? PROOF : null;
}

/** The side of a pair that is in the way of exchanging it; null where none is (quality R14). */
export function sideInTheWay({ income, outcome, direction }: Omit<PairFact, 'fields'>): 'income' | 'outcome' | null {
  if (income?.incomeEnabled !== true) return 'income';
  return outcome?.outcomeEnabled === true && direction?.enabled === true ? null : 'outcome';
}

function refusePair(pair: PairFact): Found {
  const side = sideInTheWay(pair);
  return side === null ? null : { code: 'direction_unavailable', field: pair.fields[side] };
}

function refuseCountry({ refused, fields }: AdmissionFacts['country']): Found {
  if (refused === null) return null;
  if (refused.reason === 'direction_denied') return { code: 'country_not_allowed' };
  const { side, currency } = refused;
  return { code: 'country_not_allowed', message: 'currency_not_in_country', field: fields[side], params: { currency } };
}

/** With the time left, so that nobody need ask again to learn it. */
function refuseBreak({ until, now, reason }: BreakFact): Refusal<AdmissionRefusal> {
  if (until === null) return { code: 'tech_break', meta: { until: null, reason } };
  const left = Math.max(0, until - now);
  const params = { left: formatLeft(left), seconds: Math.ceil(left / SECOND_MS) };
  return { code: 'tech_break', message: 'break_until', params, meta: { until: toRfc3339(until), reason } };
}

/** Why an order cannot be made (T1), in the order the visitor hears it: what no customer can change first, what he can change last. */
const ADMISSION: { readonly [F in keyof AdmissionFacts]: (fact: AdmissionFacts[F]) => Found } = {
  techBreak: (fact) => (fact === null ? null : refuseBreak(fact)),
  pair: refusePair,
  country: refuseCountry,
  isBlacklisted: (isListed) => (isListed ? { code: 'access_denied', message: 'order_refused' } : null),
  lacksVerification: (isLacking) => (isLacking ? { code: 'verification_required' } : null),
  amount: ({ price, ...asked }) => outsideLimits(price, asked),
  dailyOrders: ({ wait }) =>
    wait === null
      ? null
      : { code: 'too_many_requests', message: 'orders_per_day', params: { seconds: Math.max(1, Math.ceil(wait / SECOND_MS)) } },
  openOrders: refuseOpenOrders,
  reserve: ({ isHeld, field }) => (isHeld ? null : { code: 'reserve_exceeded', field }),
  share: refuseShare,
};

const REASONS = Object.keys(ADMISSION) as (keyof AdmissionFacts)[];

const ask = <F extends keyof AdmissionFacts>(name: F, fact: AdmissionFacts[F] | undefined): Found =>
  fact === undefined ? null : ADMISSION[name](fact);

/** Everything that is in the way of an order, the first answer first. A fact that is not known yet refuses nothing. */
export const admissionRefusals = (facts: Partial<AdmissionFacts>): Refusal<AdmissionRefusal>[] =>
  REASONS.flatMap((name) => ask(name, facts[name]) ?? []);

/** The first of them: what the form, the API and the office say. Null: nothing that is known is in the way. */
export const admit = (facts: Partial<AdmissionFacts>): Found => admissionRefusals(facts)[0] ?? null;
