import type { Resource } from '#contract/document.ts';
import type { PaymentSystemAttributes } from '#contract/payment-systems.ts';
import type { RateCalculationAttributes } from '#contract/rate-calculations.ts';
import { PAYMENT_SYSTEM_KINDS, type PaymentSystemKind } from '#core/payment-system/payment-system.ts';
import { matchesQuery } from '#core/payment-system/search.ts';

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

/** The pair an address asks for, as near as the catalogue has it; undefined when nothing can be exchanged at all. */
export function choosePair(
  systems: readonly System[],
  wanted: { readonly from?: string | null; readonly to?: string | null },
): Pair | undefined {
  const sources = givable(systems);
  const find = (list: readonly System[], id: string | null | undefined) => list.find((system) => system.id === id?.toUpperCase());
  const from = find(sources, wanted.from) ?? sources.find((system) => system.id === FIRST_PAIR.from) ?? sources[0];
  if (from === undefined) return undefined;
  const targets = gettable(systems, from);
  const to = find(targets, wanted.to) ?? targets.find((system) => system.id === FIRST_PAIR.to) ?? targets[0];
  return to === undefined ? undefined : { from, to };
}

/** What a visitor without a wish sees first. */
const FIRST_PAIR = { from: 'USDTTRC20', to: 'SBERRUB' };

/** The pair after one side was chosen anew: the other side stays when it can. */
export function withSide(systems: readonly System[], pair: Pair, { side, system }: { readonly side: Side; readonly system: System }): Pair {
  if (side === 'outcome') return { from: pair.from, to: system };
  if (system.id === pair.to.id) return turned(systems, pair) ?? pair;
  return choosePair(systems, { from: system.id, to: pair.to.id }) ?? pair;
}

/** The pair the other way round, undefined when that direction is not offered. */
export function turned(systems: readonly System[], pair: Pair): Pair | undefined {
  const back = givable(systems).find((system) => system.id === pair.to.id);
  if (back === undefined) return undefined;
  const target = gettable(systems, back).find((system) => system.id === pair.from.id);
  return target === undefined ? undefined : { from: back, to: target };
}

export interface SystemGroup {
  readonly kind: PaymentSystemKind;
  readonly items: readonly System[];
}

/** By kind, in the order people look for them; empty kinds are left out. */
export const byKind = (systems: readonly System[]): SystemGroup[] =>
  GROUP_ORDER.map((kind) => ({ kind, items: systems.filter((system) => system.kind === kind) })).filter((group) => group.items.length > 0);

const GROUP_ORDER: readonly PaymentSystemKind[] = ['crypto', ...PAYMENT_SYSTEM_KINDS.filter((kind) => kind !== 'crypto')];

/** Whether a system is what somebody typed into the search: its name, code, currency, network or what people call it. */
export const matchesSearch = (system: System, query: string): boolean =>
  matchesQuery([system.name, system.code, system.currency_iso_code, system.network ?? '', ...system.aliases], query);
