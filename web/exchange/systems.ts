import type { Resource } from '#contract/document.ts';
import type { PaymentSystemAttributes } from '#contract/payment-systems.ts';
import type { RateCalculationAttributes } from '#contract/rate-calculations.ts';
import { PAYMENT_SYSTEM_KINDS, type PaymentSystemKind } from '#core/payment-system/payment-system.ts';

export interface System extends PaymentSystemAttributes {
  readonly id: string;
}

export interface Calculation extends RateCalculationAttributes {
  readonly id: string;
}

/** A resource as one flat object. */
export const flat = <A extends object>(resource: Resource<A>): A & { readonly id: string } => ({ ...resource.attributes, id: resource.id });

export type Side = 'income' | 'outcome';

export interface Pair {
  readonly from: System;
  readonly to: System;
}

/** What can be given: systems that are open and lead somewhere. */
export const givable = (systems: readonly System[]): System[] =>
  systems.filter((system) => system.income_enabled && system.outcome_payment_system_ids.length > 0);

/** What can be got for a system. */
export const gettable = (systems: readonly System[], from: System): System[] => {
  const reachable = new Set(from.outcome_payment_system_ids);
  return systems.filter((system) => system.outcome_enabled && reachable.has(system.id));
};

interface WantedPair {
  readonly from?: string | null;
  readonly to?: string | null;
}

const find = (list: readonly System[], id: string | null | undefined): System | undefined =>
  list.find((system) => system.id === id?.toUpperCase());

/** Exactly this pair, undefined where it is not offered. */
export function pairOf(systems: readonly System[], wanted: WantedPair): Pair | undefined {
  const from = find(givable(systems), wanted.from);
  const to = from === undefined ? undefined : find(gettable(systems, from), wanted.to);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** The pair to begin with: the wanted one, or as near as the catalogue has it; undefined when nothing can be exchanged at all. */
export function choosePair(systems: readonly System[], wanted: WantedPair): Pair | undefined {
  const sources = givable(systems);
  const from = find(sources, wanted.from) ?? find(sources, FIRST_PAIR.from) ?? sources[0];
  if (from === undefined) return undefined;
  const targets = gettable(systems, from);
  const missed = find(systems, wanted.to);
  const to = find(targets, wanted.to) ?? (missed && likest(targets, missed)[0]) ?? find(targets, FIRST_PAIR.to) ?? targets[0];
  return to === undefined ? undefined : { from, to };
}

/** How much one system may stand for another: the same currency counts most, then the same kind. */
const likeness = (one: System, other: System): number =>
  (one.currency_iso_code === other.currency_iso_code ? 2 : 0) + (one.kind === other.kind ? 1 : 0);

/** Those that share something with a system, the most alike first. */
const likest = (systems: readonly System[], like: System): System[] =>
  systems.filter((one) => likeness(one, like) > 0).toSorted((a, b) => likeness(b, like) - likeness(a, like));

/** What to offer in the place of a pair that is not offered: for the same thing something like the wanted one, and the same for something like the given one. */
export function nearestPairs(systems: readonly System[], { from, to }: Pair, count: number): readonly Pair[] {
  const targets = find(givable(systems), from.id) === undefined ? [] : gettable(systems, from);
  const sources = to.outcome_enabled ? givable(systems).filter((one) => one.outcome_payment_system_ids.includes(to.id)) : [];
  const first = (list: readonly System[], like: System) => [...new Set([...likest(list, like), ...list])].slice(0, count);
  return [...first(targets, to).map((one) => ({ from, to: one })), ...first(sources, from).map((one) => ({ from: one, to }))];
}

/** What a visitor without a wish sees first. */
const FIRST_PAIR = { from: 'USDTTRC20', to: 'SBERRUB' };

/** The pair after one side was chosen anew: the other side stays where the pair is offered, else the likest takes its place. */
export function withSide(systems: readonly System[], pair: Pair, { side, system }: { readonly side: Side; readonly system: System }): Pair {
  const wanted = side === 'income' ? { from: system, to: pair.to } : { from: pair.from, to: system };
  if (wanted.from.id === wanted.to.id) return turned(systems, pair) ?? pair;
  const offered = pairOf(systems, { from: wanted.from.id, to: wanted.to.id });
  return offered ?? nearestPairs(systems, wanted, 1).find((near) => near[side === 'income' ? 'from' : 'to'].id === system.id) ?? pair;
}

/** The pair the other way round, undefined when that direction is not offered. */
export function turned(systems: readonly System[], pair: Pair): Pair | undefined {
  const back = givable(systems).find((system) => system.id === pair.to.id);
  if (back === undefined) return undefined;
  const target = gettable(systems, back).find((system) => system.id === pair.from.id);
  return target === undefined ? undefined : { from: back, to: target };
}

/** The pair of these ids, offered or not; undefined where a system is not in the list. */
export function namedPair(systems: readonly System[], wanted: WantedPair): Pair | undefined {
  const [from, to] = [find(systems, wanted.from), find(systems, wanted.to)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

export interface SystemGroup {
  readonly kind: PaymentSystemKind;
  readonly items: readonly System[];
}

/** By kind, in the order people look for them; empty kinds are left out. */
export const byKind = (systems: readonly System[]): SystemGroup[] =>
  GROUP_ORDER.map((kind) => ({ kind, items: systems.filter((system) => system.kind === kind) })).filter((group) => group.items.length > 0);

const GROUP_ORDER: readonly PaymentSystemKind[] = ['crypto', ...PAYMENT_SYSTEM_KINDS.filter((kind) => kind !== 'crypto')];
