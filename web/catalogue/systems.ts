import type { Resource } from '#contract/document.ts';
import type { PaymentSystemAttributes } from '#contract/public/payment-systems.ts';
import type { RateCalculationAttributes } from '#contract/public/rate-calculations.ts';
import { PAYMENT_SYSTEM_KINDS, type PaymentSystemKind } from '#core/payment-system/payment-system.ts';

export interface System extends PaymentSystemAttributes {
  readonly id: string;
}

export interface Calculation extends RateCalculationAttributes {
  readonly id: string;
}

/** Validity of the amounts, by server time. */
export const lifetimeMs = ({ expires_at: expiresAt, server_time: now }: Calculation): number => Date.parse(expiresAt) - Date.parse(now);

/** A resource as one flat object. */
export const flattenResource = <A extends object>(resource: Resource<A>): A & { readonly id: string } => ({
  ...resource.attributes,
  id: resource.id,
});

export type Side = 'income' | 'outcome';

export interface Pair {
  readonly from: System;
  readonly to: System;
}

/** The exchange whose side is chosen: another pair can be chosen as a whole. */
export interface PickedExchange {
  readonly systems: readonly System[];
  readonly pair: Pair;
  readonly onPair: (pair: Pair) => void;
}

/** Systems that can be the income of some pair. */
export const incomeSystems = (systems: readonly System[]): System[] =>
  systems.filter((system) => system.income_enabled && system.outcome_payment_system_ids.length > 0);

/** Systems that can be the outcome for an income system. */
export const outcomeSystemsFor = (systems: readonly System[], from: System): System[] => {
  const reachable = new Set(from.outcome_payment_system_ids);
  return systems.filter((system) => system.outcome_enabled && reachable.has(system.id));
};

interface PairQuery {
  readonly from?: string | null;
  readonly to?: string | null;
}

const findSystem = (list: readonly System[], id: string | null | undefined): System | undefined =>
  list.find((system) => system.id === id?.toUpperCase());

/** The requested pair; undefined: not available. */
export function findOfferedPair(systems: readonly System[], query: PairQuery): Pair | undefined {
  const from = findSystem(incomeSystems(systems), query.from);
  const to = from === undefined ? undefined : findSystem(outcomeSystemsFor(systems, from), query.to);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** The requested pair or the nearest available one; undefined: no pair is available. */
export function choosePair(systems: readonly System[], query: PairQuery): Pair | undefined {
  const incomes = incomeSystems(systems);
  const from = findSystem(incomes, query.from) ?? findSystem(incomes, DEFAULT_PAIR.from) ?? incomes[0];
  if (from === undefined) return undefined;
  const outcomes = outcomeSystemsFor(systems, from);
  const unavailable = findSystem(systems, query.to);
  const to =
    findSystem(outcomes, query.to) ??
    (unavailable && similarSystems(outcomes, unavailable)[0]) ??
    findSystem(outcomes, DEFAULT_PAIR.to) ??
    outcomes[0];
  return to === undefined ? undefined : { from, to };
}

/** Similarity of two systems: the same currency counts more than the same kind. */
const similarity = (left: System, right: System): number =>
  (left.currency_iso_code === right.currency_iso_code ? 2 : 0) + (left.kind === right.kind ? 1 : 0);

/** Systems that share the currency or the kind with another one, most similar first. */
const similarSystems = (systems: readonly System[], target: System): System[] =>
  systems.filter((system) => similarity(system, target) > 0).toSorted((a, b) => similarity(b, target) - similarity(a, target));

/** Alternatives to an unavailable pair: the same income with a similar outcome, then a similar income with the same outcome; `count` of each. */
export function nearestPairs(systems: readonly System[], { from, to }: Pair, count: number): readonly Pair[] {
  const outcomes = findSystem(incomeSystems(systems), from.id) === undefined ? [] : outcomeSystemsFor(systems, from);
  const incomes = to.outcome_enabled ? incomeSystems(systems).filter((system) => system.outcome_payment_system_ids.includes(to.id)) : [];
  const nearest = (list: readonly System[], target: System) => [...new Set([...similarSystems(list, target), ...list])].slice(0, count);
  return [
    ...nearest(outcomes, to).map((outcome) => ({ from, to: outcome })),
    ...nearest(incomes, from).map((income) => ({ from: income, to })),
  ];
}

/** Pair of a visit without a request. */
const DEFAULT_PAIR = { from: 'USDTTRC20', to: 'SBERRUB' };

/** The pair after one side was changed. The other side stays if the pair is available, else the most similar system replaces it. */
export function changeSide(
  systems: readonly System[],
  pair: Pair,
  { side, system }: { readonly side: Side; readonly system: System },
): Pair {
  const requested = side === 'income' ? { from: system, to: pair.to } : { from: pair.from, to: system };
  if (requested.from.id === requested.to.id) return reversedPair(systems, pair) ?? pair;
  const offered = findOfferedPair(systems, { from: requested.from.id, to: requested.to.id });
  if (offered !== undefined) return offered;
  const changedSide = side === 'income' ? 'from' : 'to';
  return nearestPairs(systems, requested, 1).find((nearest) => nearest[changedSide].id === system.id) ?? pair;
}

/** The reverse pair; undefined: not available. */
export function reversedPair(systems: readonly System[], pair: Pair): Pair | undefined {
  const newFrom = incomeSystems(systems).find((system) => system.id === pair.to.id);
  if (newFrom === undefined) return undefined;
  const newTo = outcomeSystemsFor(systems, newFrom).find((system) => system.id === pair.from.id);
  return newTo === undefined ? undefined : { from: newFrom, to: newTo };
}

/** The pair of these ids, available or not; undefined: a system is not in the list. */
export function findPair(systems: readonly System[], query: PairQuery): Pair | undefined {
  const [from, to] = [findSystem(systems, query.from), findSystem(systems, query.to)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

export interface SystemGroup {
  readonly kind: PaymentSystemKind;
  readonly items: readonly System[];
}

/** Groups by kind, in display order, without empty groups. */
export const groupByKind = (systems: readonly System[]): SystemGroup[] =>
  KIND_ORDER.map((kind) => ({ kind, items: systems.filter((system) => system.kind === kind) })).filter((group) => group.items.length > 0);

const KIND_ORDER: readonly PaymentSystemKind[] = ['crypto', ...PAYMENT_SYSTEM_KINDS.filter((kind) => kind !== 'crypto')];

/** Multiplies a decimal text by ten. */
function timesTen(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const shifted = `${whole}${fraction.slice(0, 1) || '0'}`.replace(/^0+(?=\d)/, '');
  return fraction.length > 1 ? `${shifted}.${fraction.slice(1)}` : shifted;
}

/** First amount of an exchange: ten times the minimum of the income system, or the minimum where that is too much. */
export function defaultAmount({ min_amount: min, max_amount: max }: System): string {
  const tenfold = timesTen(min);
  return Number(tenfold) <= Number(max) ? tenfold : min;
}
