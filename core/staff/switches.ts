import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Instant } from '#core/time.ts';

/** What can be switched off (domain 11): the shop's new orders, a part of the catalogue, or payouts. */
export const SWITCH_KINDS = ['shop', 'direction', 'system', 'rail', 'payouts', 'payouts_of_system', 'payouts_of_rail'] as const;
export type SwitchKind = (typeof SWITCH_KINDS)[number];

/** Which side of a system or rail is off: receiving money, paying it, or both. */
export const SWITCH_SIDES = ['receive', 'pay', 'both'] as const;
export type SwitchSide = (typeof SWITCH_SIDES)[number];

/** Reasons, translated for customers (`exchange.break.reason`) and operators. They are neutral and do not reveal the cause. */
export const SWITCH_REASONS = [
  'not_open_yet',
  'maintenance',
  'provider',
  'rates',
  'reserve',
  'check',
  'holiday',
  'incident',
  'requisites',
] as const;
export type SwitchReason = (typeof SWITCH_REASONS)[number];

export interface Switch {
  readonly id: string;
  readonly kind: SwitchKind;
  /** A pair (`A>B`), a payment system or a rail. Null for the whole shop and all its payouts. */
  readonly subject: string | null;
  readonly side: SwitchSide;
  readonly reason: SwitchReason;
  /** An additional message to customers, in both languages; null if the reason suffices. */
  readonly text: { readonly ru: string; readonly en: string } | null;
  readonly from: Instant;
  /** When the switch ends automatically; null if an operator must end it. */
  readonly until: Instant | null;
}

/** Kinds with a subject. The others are about the whole shop. */
const KINDS_WITH_SUBJECT: ReadonlySet<SwitchKind> = new Set(['direction', 'system', 'rail', 'payouts_of_system', 'payouts_of_rail']);
/** Whether a switch of this kind needs a subject. */
export const needsSubject = (kind: SwitchKind): boolean => KINDS_WITH_SUBJECT.has(kind);

/** Kinds whose two sides can be switched off separately. */
export const hasSides = (kind: SwitchKind): boolean => kind === 'system' || kind === 'rail';

/** The subject of a switch for a direction. */
export const pairName = (incomeCode: string, outcomeCode: string): string => `${incomeCode}>${outcomeCode}`;

/** Switches in force at this moment. */
export const inForce = (switches: readonly Switch[], now: Instant): Switch[] =>
  switches.filter(({ from, until }) => from <= now && (until === null || until > now));

/** The next moment at which a switch begins or ends; null: none. */
export function nextChange(switches: readonly Switch[], now: Instant): Instant | null {
  const moments = switches.flatMap(({ from, until }) => [from, ...(until === null ? [] : [until])]).filter((at) => at > now);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** The switch that lasts longest, so that the announced end is true; null if there is none. */
function longestLasting(closing: readonly Switch[]): Switch | null {
  const byEnd = closing.toSorted((a, b) => (b.until ?? Number.POSITIVE_INFINITY) - (a.until ?? Number.POSITIVE_INFINITY));
  return byEnd[0] ?? null;
}

/** The break of the whole shop (domain 9), in which it takes no new orders; null: none. */
export const shopBreak = (off: readonly Switch[]): Switch | null => longestLasting(off.filter(({ kind }) => kind === 'shop'));

const closes = (
  { kind, subject, side }: Switch,
  { code, rail }: Pick<PaymentSystem, 'code' | 'rail'>,
  usedSide: 'receive' | 'pay',
): boolean => (side === 'both' || side === usedSide) && ((kind === 'system' && subject === code) || (kind === 'rail' && subject === rail));

export interface SwitchedPair {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
}

/**
 * The switch that closes this pair for a while, the shop's break included; null if none does. Arguments as `switchedSystem` and
 * `switchedDirection` return them.
 */
export function pairBreak(off: readonly Switch[], { direction, income, outcome }: SwitchedPair): Switch | null {
  const name = pairName(direction.incomeCode, direction.outcomeCode);
  const closedParts = [
    { isOpen: direction.enabled, by: off.filter(({ kind, subject }) => kind === 'direction' && subject === name) },
    { isOpen: income.incomeEnabled, by: off.filter((item) => closes(item, income, 'receive')) },
    { isOpen: outcome.outcomeEnabled, by: off.filter((item) => closes(item, outcome, 'pay')) },
  ];
  const isClosedBySettings = closedParts.some(({ isOpen, by }) => !isOpen && by.length === 0);
  const pairSwitches = isClosedBySettings ? [] : closedParts.flatMap(({ by }) => by);
  return longestLasting([...off.filter(({ kind }) => kind === 'shop'), ...pairSwitches]);
}

/** A payment system with the switches in force applied. It is the same object if none applies. */
export function switchedSystem(off: readonly Switch[], system: PaymentSystem): PaymentSystem {
  const incomeEnabled = system.incomeEnabled && !off.some((item) => closes(item, system, 'receive'));
  const outcomeEnabled = system.outcomeEnabled && !off.some((item) => closes(item, system, 'pay'));
  const isSame = incomeEnabled === system.incomeEnabled && outcomeEnabled === system.outcomeEnabled;
  return isSame ? system : { ...system, incomeEnabled, outcomeEnabled };
}

/** A direction with the switches in force applied. */
export function switchedDirection(off: readonly Switch[], direction: Direction): Direction {
  const name = pairName(direction.incomeCode, direction.outcomeCode);
  const isOff = off.some(({ kind, subject }) => kind === 'direction' && subject === name);
  return isOff && direction.enabled ? { ...direction, enabled: false } : direction;
}

/** The switch that pauses automatic payouts of this system and rail (domain 5); null: none. */
export const switchPausingPayouts = (off: readonly Switch[], payout: { readonly code: string; readonly rail: string }): Switch | null =>
  longestLasting(
    off.filter(
      ({ kind, subject }) =>
        kind === 'payouts' ||
        (kind === 'payouts_of_system' && subject === payout.code) ||
        (kind === 'payouts_of_rail' && subject === payout.rail),
    ),
  );
