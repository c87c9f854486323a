import type { CountryRefusal } from '#core/country/country-rules.ts';
import { formatTimeLeft } from '#core/format/moment.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { PriceRefusal } from '#core/pricing/price.ts';
import type { Refusal } from '#core/refusal.ts';
import type { SwitchReason } from '#core/staff/switches.ts';
import { type Instant, MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import {
  type PoolShareFacts,
  type ReserveShareFacts,
  isNetworkFull,
  judgePoolShare,
  judgeReserveShare,
  MAX_UNPAID_ORDERS,
  SHORT_WINDOW_MS,
  type PromiseVerdict,
  type UnpaidNearby,
} from './unpaid.ts';

/** Why an order cannot be made. */
export type AdmissionRefusal =
  | PriceRefusal
  | 'tech_break'
  | 'country_not_allowed'
  | 'access_denied'
  | 'lookalike'
  | 'rate_changed'
  | 'rate_unavailable'
  | 'slot_unavailable'
  | 'verification_required'
  | 'too_many_open_orders'
  | 'too_many_requests'
  | 'captcha_required'
  | 'reserve_exceeded';

/** A pair of the catalogue. A side is undefined if it is unknown or its rail cannot serve it. `fields`: request fields that refusals name. */
export interface PairFact {
  readonly income: Pick<PaymentSystem, 'incomeEnabled'> | undefined;
  readonly outcome: Pick<PaymentSystem, 'outcomeEnabled'> | undefined;
  readonly direction: Pick<Direction, 'enabled'> | undefined;
  /** The switch that closes the pair for a while. Null: there is none, or it is not known. */
  readonly closing: BreakFact | null;
  readonly fields: { readonly income: string; readonly outcome: string };
}

/** A technical break (domain 9); `until` null: the end is unknown. */
export interface BreakFact {
  readonly until: Instant | null;
  readonly now: Instant;
  readonly reason: SwitchReason;
}

/** `taken`: a requisite is available; `later`: all are in use until `at`; `unavailable`: none accepts this amount, or there is none. */
export type RequisitesAvailability =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'later'; readonly at: Instant }
  | { readonly outcome: 'unavailable'; readonly reason: 'amount' | 'none' };

/** All facts that decide whether an order can be made. They become known in three steps: with the form, before writing, after writing. */
export interface AdmissionFacts {
  /** The shop's break; null: it takes orders. */
  readonly techBreak: BreakFact | null;
  readonly pair: PairFact;
  /** Why the pair is closed in the visitor's country; null: it is open. `fields`: request fields that refusals point at. */
  readonly country: { readonly refused: CountryRefusal | null; readonly fields: PairFact['fields'] };
  readonly isBlacklisted: boolean;
  /** The destination resembles a known one and is not confirmed (R56); null: it does not. */
  readonly lookalike: Refusal<'lookalike'> | null;
  /** Why no quote binds this order: its price, or a changed rate; null: one does. */
  readonly quote: Refusal<PriceRefusal | 'rate_changed' | 'rate_unavailable' | 'slot_unavailable'> | null;
  /** The direction requires a verified card, and this one was refused. */
  readonly lacksVerification: boolean;
  /** `wait`: ms until a partner that has used all its orders of the day may make the next one; null if the limit is not reached. */
  readonly dailyOrders: { readonly wait: number | null };
  /** Unpaid orders of the visitor: `proven` by session or order keys, `possible` also by the typed e-mail. */
  readonly openOrders: {
    readonly proven: number;
    readonly possible: number;
    /** Unpaid orders of the whole network. A known visitor is exempt from its limit. `wait`: ms until the first of them ends. */
    readonly nearby: UnpaidNearby & { readonly isKnown: boolean; readonly wait: number };
    readonly max?: number;
  };
  /** Availability of requisites to pay to; null: the rail has no limited pool. */
  readonly requisites: (RequisitesAvailability & { readonly now: Instant; readonly field: string; readonly amountField: string }) | null;
  /** Whether the outcome was reserved. */
  readonly reserve: { readonly isHeld: boolean; readonly field: string };
  /** What unpaid orders use of the pool of requisites; null: the rail has no limited pool. */
  readonly place: (PoolShareFacts & { readonly field: string }) | null;
  /** What unpaid orders hold of the reserve, this one included. */
  readonly share: ReserveShareFacts;
}

type AdmissionResult = Refusal<AdmissionRefusal> | null;

const PROOF: Refusal<AdmissionRefusal> = { code: 'captcha_required', field: 'captcha_token' };

const REFUSAL_OF_VERDICT: Readonly<Record<Exclude<PromiseVerdict, 'promised' | 'proof_needed'>, Refusal<AdmissionRefusal>>> = {
  share_exceeded: { code: 'too_many_open_orders' },
  kept_for_known: { code: 'has_no_reserves', message: 'reserve_kept', params: { minutes: SHORT_WINDOW_MS / MINUTE_MS } },
};

function refuseShare(facts: AdmissionFacts['share'], isProven: boolean): AdmissionResult {
  const verdict = judgeReserveShare(facts);
  if (verdict === 'promised') return null;
  if (verdict === 'proof_needed') return isProven ? null : PROOF;
  return REFUSAL_OF_VERDICT[verdict];
}

/** A second open order from one network needs a proof of work, which the page computes without asking the visitor (R17). */
const SECOND_ORDER_PROOF: Refusal<AdmissionRefusal> = { ...PROOF, message: 'open_order_proof' };

function refuseOpenOrders(
  { proven, possible, nearby, max = MAX_UNPAID_ORDERS }: AdmissionFacts['openOrders'],
  isProven: boolean,
): AdmissionResult {
  if (proven >= max) return { code: 'too_many_open_orders' };
  if (isNetworkFull(nearby) && !nearby.isKnown) {
    const minutes = Math.max(1, Math.ceil(nearby.wait / MINUTE_MS));
    return { code: 'too_many_requests', message: 'network_full', params: { minutes, seconds: minutes * (MINUTE_MS / SECOND_MS) } };
  }
  if (isProven) return null;
  if (possible >= max) return PROOF;
  return nearby.network > 0 ? SECOND_ORDER_PROOF : null;
}

function refusePlace(place: AdmissionFacts['place']): AdmissionResult {
  const verdict = place === null ? 'promised' : judgePoolShare(place);
  if (place === null || verdict === 'promised') return null;
  if (verdict === 'share_exceeded') return { code: 'too_many_open_orders' };
  return { code: 'direction_unavailable', field: place.field, message: 'requisites_kept' };
}

/** The side of a pair that is closed; null if both are open (quality R14). A disabled direction counts as a closed outcome. */
export function closedSide({
  income,
  outcome,
  direction,
}: Pick<PairFact, 'income' | 'outcome' | 'direction'>): 'income' | 'outcome' | null {
  if (income?.incomeEnabled !== true) return 'income';
  return outcome?.outcomeEnabled === true && direction?.enabled === true ? null : 'outcome';
}

/** The refusal of a closed pair, with its opening time where known. */
function refuseClosed(field: string, closing: BreakFact | null): Refusal<'direction_unavailable'> {
  if (closing === null || closing.until === null) return { code: 'direction_unavailable', field };
  return { code: 'direction_unavailable', field, message: 'direction_closed_until', ...untilParams(closing, closing.until) };
}

/** Why a pair cannot be exchanged now, with the request field of the closed side; null if it can. */
export function refusePair(pair: PairFact): Refusal<'direction_unavailable'> | null {
  const side = closedSide(pair);
  return side === null ? null : refuseClosed(pair.fields[side], pair.closing);
}

function refuseCountry({ refused, fields }: AdmissionFacts['country']): Refusal<'country_not_allowed'> | null {
  if (refused === null) return null;
  if (refused.reason === 'direction_denied') return { code: 'country_not_allowed' };
  const { side, currency, isEverywhere } = refused;
  const message = isEverywhere ? 'currency_not_exchanged' : 'currency_not_in_country';
  return { code: 'country_not_allowed', message, field: fields[side], params: { currency } };
}

/** Remaining time as message parameters and `meta`. */
function untilParams({ now, reason }: Pick<BreakFact, 'now' | 'reason'>, until: Instant) {
  const leftMs = Math.max(0, until - now);
  return {
    params: { left: formatTimeLeft(leftMs), seconds: Math.ceil(leftMs / SECOND_MS) },
    meta: { until: toRfc3339(until), reason },
  };
}

/** Why a visitor gets no quote of a pair. The refusals are the same as for an order. */
export const refuseQuote = ({ pair, country }: Pick<AdmissionFacts, 'pair' | 'country'>) => refusePair(pair) ?? refuseCountry(country);

function refuseBreak({ until, now, reason }: BreakFact): Refusal<AdmissionRefusal> {
  if (until === null) return { code: 'tech_break', meta: { until: null, reason } };
  return { code: 'tech_break', message: 'break_until', ...untilParams({ now, reason }, until) };
}

function refuseRequisites(requisites: AdmissionFacts['requisites']): AdmissionResult {
  if (requisites === null || requisites.outcome === 'taken') return null;
  if (requisites.outcome === 'unavailable' && requisites.reason === 'amount')
    return { code: 'not_allowed_amount', field: requisites.amountField, message: 'requisites_amount' };
  const until = requisites.outcome === 'later' ? requisites.at : null;
  return refuseClosed(requisites.field, { until, now: requisites.now, reason: 'requisites' });
}

/** The checks of a new order (T1), in the order in which their refusals are shown. Reasons beyond the customer's control come first. */
const ADMISSION: { readonly [F in keyof AdmissionFacts]: (fact: AdmissionFacts[F], isProven: boolean) => AdmissionResult } = {
  techBreak: (fact) => (fact === null ? null : refuseBreak(fact)),
  pair: refusePair,
  country: refuseCountry,
  isBlacklisted: (isListed) => (isListed ? { code: 'access_denied', message: 'order_refused' } : null),
  lookalike: (refusal) => refusal,
  quote: (refusal) => refusal,
  lacksVerification: (lacksIt) => (lacksIt ? { code: 'verification_required' } : null),
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

const FACT_NAMES = Object.keys(ADMISSION) as (keyof AdmissionFacts)[];

const checkFact = <F extends keyof AdmissionFacts>(name: F, fact: AdmissionFacts[F] | undefined, isProven: boolean): AdmissionResult =>
  fact === undefined ? null : ADMISSION[name](fact, isProven);

/** Every refusal of an order by the known facts, in the order above. `isProven`: a proof of work was verified. */
export const admissionRefusals = (facts: Partial<AdmissionFacts>, isProven = false): Refusal<AdmissionRefusal>[] =>
  FACT_NAMES.flatMap((name) => checkFact(name, facts[name], isProven) ?? []);

/** The first refusal, which form, API and office show; null if the known facts refuse nothing. */
export const admit = (facts: Partial<AdmissionFacts>, isProven = false): AdmissionResult => admissionRefusals(facts, isProven)[0] ?? null;
