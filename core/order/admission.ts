import type { CountryRefusal } from '#core/country-rules.ts';
import { formatLeft } from '#core/format/moment.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import { type AskedAmount, outsideLimits, type PriceRefusal } from '#core/pricing/price.ts';
import type { Refusal } from '#core/refusal.ts';
import type { SwitchReason } from '#core/switches.ts';
import { type Instant, MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import {
  type AskedPlace,
  type AskedPromise,
  isNetworkFull,
  judgePlace,
  judgePromise,
  MAX_UNPAID_ORDERS,
  PRESSED_WINDOW_MS,
  type PromiseVerdict,
  type UnpaidNearby,
} from './unpaid.ts';

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
  /** What closes it for a while; null: nothing, or nobody can tell. */
  readonly closing: BreakFact | null;
  readonly fields: { readonly income: string; readonly outcome: string };
}

/** A technical break (domain 9): until when, null while nobody can tell. */
export interface BreakFact {
  readonly until: Instant | null;
  readonly now: Instant;
  readonly reason: SwitchReason;
}

/** `later`: all are taken until then; `unavailable`: none takes this amount, or there is none. */
export type TakenRequisites =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'later'; readonly at: Instant }
  | { readonly outcome: 'unavailable'; readonly reason: 'amount' | 'none' };

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
  /**
   * Unpaid orders that are the visitor's by shown keys (`his`), and those that may be by the e-mail (`own`). `nearby`: those of all
   * visitors of his network, `isKnown` where they are counted for strangers alone, `wait` (ms) until the first of them ends.
   */
  readonly openOrders: Proof & {
    readonly his: number;
    readonly own: number;
    readonly nearby: UnpaidNearby & { readonly isKnown: boolean; readonly wait: number };
    readonly most?: number;
  };
  /** A partner has made as many orders as he may in a day; when the next may come. */
  readonly dailyOrders: { readonly wait: number | null };
  /** Whether what it is paid on could be taken for it; null: its rail never runs out. */
  readonly requisites: (TakenRequisites & { readonly now: Instant; readonly field: string; readonly amountField: string }) | null;
  /** Whether the outcome could be promised. */
  readonly reserve: { readonly isHeld: boolean; readonly field: string };
  /** What unpaid orders hold of the requisites; null: the rail never runs out of them. */
  readonly place: (AskedPlace & { readonly field: string }) | null;
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

/** A second open order of one network costs a moment of work, which the page does by itself (R17). */
const SECOND_ORDER_PROOF: Refusal<AdmissionRefusal> = { ...PROOF, message: 'open_order_proof' };

function refuseOpenOrders({ his, own, nearby, isProven, most = MAX_UNPAID_ORDERS }: AdmissionFacts['openOrders']): Found {
  if (his >= most) return { code: 'too_many_open_orders' };
  if (isNetworkFull(nearby) && !nearby.isKnown) {
    const minutes = Math.max(1, Math.ceil(nearby.wait / MINUTE_MS));
    return { code: 'too_many_requests', message: 'network_full', params: { minutes, seconds: minutes * (MINUTE_MS / SECOND_MS) } };
  }
  if (isProven) return null;
  if (own >= most) return PROOF;
  return nearby.network > 0 ? SECOND_ORDER_PROOF : null;
}

function refusePlace(place: AdmissionFacts['place']): Found {
  const verdict = place === null ? 'promised' : judgePlace(place);
  if (place === null || verdict === 'promised') return null;
  if (verdict === 'share_exceeded') return { code: 'too_many_open_orders' };
  return { code: 'direction_unavailable', field: place.field, message: 'requisites_kept' };
}

/** The side of a pair that is in the way of exchanging it; null where none is (quality R14). */
export function sideInTheWay({
  income,
  outcome,
  direction,
}: Pick<PairFact, 'income' | 'outcome' | 'direction'>): 'income' | 'outcome' | null {
  if (income?.incomeEnabled !== true) return 'income';
  return outcome?.outcomeEnabled === true && direction?.enabled === true ? null : 'outcome';
}

/** A closed pair, with when it opens where that is known. */
function refuseClosed(field: string, closing: BreakFact | null): Refusal<'direction_unavailable'> {
  if (closing === null || closing.until === null) return { code: 'direction_unavailable', field };
  return { code: 'direction_unavailable', field, message: 'direction_closed_until', ...timeLeft(closing, closing.until) };
}

/** Why a pair cannot be exchanged now, at the side that is in the way; null: it can. */
export function refusePair(pair: PairFact): Refusal<'direction_unavailable'> | null {
  const side = sideInTheWay(pair);
  return side === null ? null : refuseClosed(pair.fields[side], pair.closing);
}

function refuseCountry({ refused, fields }: AdmissionFacts['country']): Refusal<'country_not_allowed'> | null {
  if (refused === null) return null;
  if (refused.reason === 'direction_denied') return { code: 'country_not_allowed' };
  const { side, currency, isEverywhere } = refused;
  const message = isEverywhere ? 'currency_not_exchanged' : 'currency_not_in_country';
  return { code: 'country_not_allowed', message, field: fields[side], params: { currency } };
}

/** The time left, so that nobody need ask again to learn it. */
function timeLeft({ now, reason }: Pick<BreakFact, 'now' | 'reason'>, until: Instant) {
  const left = Math.max(0, until - now);
  return {
    params: { left: formatLeft(left), seconds: Math.ceil(left / SECOND_MS) },
    meta: { until: toRfc3339(until), reason },
  };
}

/** Why a visitor gets no quote of a pair, as an order of it would be refused. */
export const refuseQuote = ({ pair, country }: Pick<AdmissionFacts, 'pair' | 'country'>) => refusePair(pair) ?? refuseCountry(country);

function refuseBreak({ until, now, reason }: BreakFact): Refusal<AdmissionRefusal> {
  if (until === null) return { code: 'tech_break', meta: { until: null, reason } };
  return { code: 'tech_break', message: 'break_until', ...timeLeft({ now, reason }, until) };
}

function refuseRequisites(taken: AdmissionFacts['requisites']): Found {
  if (taken === null || taken.outcome === 'taken') return null;
  if (taken.outcome === 'unavailable' && taken.reason === 'amount')
    return { code: 'not_allowed_amount', field: taken.amountField, message: 'requisites_amount' };
  const until = taken.outcome === 'later' ? taken.at : null;
  return refuseClosed(taken.field, { until, now: taken.now, reason: 'requisites' });
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
  requisites: refuseRequisites,
  reserve: ({ isHeld, field }) => (isHeld ? null : { code: 'reserve_exceeded', field }),
  place: refusePlace,
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
