import type { Direction, PaymentSystem } from './payment-system/payment-system.ts';
import type { Instant } from './time.ts';

/** What can be switched off (domain 11): the shop's new orders, a part of the catalogue, or payouts of all of it. */
export const SWITCH_KINDS = ['shop', 'direction', 'system', 'rail', 'payouts', 'payouts_of_system', 'payouts_of_rail'] as const;
export type SwitchKind = (typeof SWITCH_KINDS)[number];

/** Which half of a system or rail is off: taking money, paying it, or both. */
export const SWITCH_SIDES = ['receive', 'pay', 'both'] as const;
export type SwitchSide = (typeof SWITCH_SIDES)[number];

/** Why: customers read it in their language (`exchange.break.reason`), operators in theirs. A word of the trade, never a cause to be guessed at. */
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
  /** A pair (`A>B`), a payment system or a rail; null for the shop and all its payouts. */
  readonly subject: string | null;
  readonly side: SwitchSide;
  readonly reason: SwitchReason;
  /** What customers are told besides, in both languages; null: the reason says it all. */
  readonly text: { readonly ru: string; readonly en: string } | null;
  readonly from: Instant;
  /** When it ends by itself; null: when somebody switches on again. */
  readonly until: Instant | null;
}

/** Kinds that name something; the others are about the whole shop. */
const NAMING: ReadonlySet<SwitchKind> = new Set(['direction', 'system', 'rail', 'payouts_of_system', 'payouts_of_rail']);
export const needsSubject = (kind: SwitchKind): boolean => NAMING.has(kind);

/** Kinds whose two halves can be off alone. */
export const hasSides = (kind: SwitchKind): boolean => kind === 'system' || kind === 'rail';

/** How a direction is named as the subject of a switch. */
export const pairName = (incomeCode: string, outcomeCode: string): string => `${incomeCode}>${outcomeCode}`;

/** What is off at this moment: begun, and not over. */
export const inForce = (switches: readonly Switch[], now: Instant): Switch[] =>
  switches.filter(({ from, until }) => from <= now && (until === null || until > now));

/** The next moment at which something begins or ends by itself; null: nothing does. */
export function nextChange(switches: readonly Switch[], now: Instant): Instant | null {
  const moments = switches.flatMap(({ from, until }) => [from, ...(until === null ? [] : [until])]).filter((at) => at > now);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** Of several that close the same the one that lasts longest: what an end time promises must hold. */
function longest(found: readonly Switch[]): Switch | null {
  const lasting = found.toSorted((a, b) => (b.until ?? Number.POSITIVE_INFINITY) - (a.until ?? Number.POSITIVE_INFINITY));
  return lasting[0] ?? null;
}

/** The technical break (domain 9): the shop takes no new orders. Null: it does. */
export const breakOf = (off: readonly Switch[]): Switch | null => longest(off.filter(({ kind }) => kind === 'shop'));

const closes = ({ kind, subject, side }: Switch, { code, rail }: Pick<PaymentSystem, 'code' | 'rail'>, half: 'receive' | 'pay'): boolean =>
  (side === 'both' || side === half) && ((kind === 'system' && subject === code) || (kind === 'rail' && subject === rail));

export interface SwitchedPair {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
}

/**
 * What closes this pair for a while, the shop's own break included. Null: nothing does, or the pair is closed for good, which no
 * switch explains. The pair is as `switchedSystem` and `switchedDirection` leave it.
 */
export function breakOfPair(off: readonly Switch[], { direction, income, outcome }: SwitchedPair): Switch | null {
  const name = pairName(direction.incomeCode, direction.outcomeCode);
  const closing = [
    { isOpen: direction.enabled, by: off.filter(({ kind, subject }) => kind === 'direction' && subject === name) },
    { isOpen: income.incomeEnabled, by: off.filter((one) => closes(one, income, 'receive')) },
    { isOpen: outcome.outcomeEnabled, by: off.filter((one) => closes(one, outcome, 'pay')) },
  ];
  const isForGood = closing.some(({ isOpen, by }) => !isOpen && by.length === 0);
  const own = isForGood ? [] : closing.flatMap(({ by }) => by);
  return longest([...off.filter(({ kind }) => kind === 'shop'), ...own]);
}

/** A payment system as it is with what is off: the same object where nothing of it is. */
export function switchedSystem(off: readonly Switch[], system: PaymentSystem): PaymentSystem {
  const incomeEnabled = system.incomeEnabled && !off.some((one) => closes(one, system, 'receive'));
  const outcomeEnabled = system.outcomeEnabled && !off.some((one) => closes(one, system, 'pay'));
  const isSame = incomeEnabled === system.incomeEnabled && outcomeEnabled === system.outcomeEnabled;
  return isSame ? system : { ...system, incomeEnabled, outcomeEnabled };
}

/** The same for a direction. */
export function switchedDirection(off: readonly Switch[], direction: Direction): Direction {
  const name = pairName(direction.incomeCode, direction.outcomeCode);
  const isOff = off.some(({ kind, subject }) => kind === 'direction' && subject === name);
  return isOff && direction.enabled ? { ...direction, enabled: false } : direction;
}

/** What keeps the machine from claiming a payout of this system by this rail (domain 5); null: nothing. */
export const pauseOf = (off: readonly Switch[], payout: { readonly code: string; readonly rail: string }): Switch | null =>
  longest(
    off.filter(
      ({ kind, subject }) =>
        kind === 'payouts' ||
        (kind === 'payouts_of_system' && subject === payout.code) ||
        (kind === 'payouts_of_rail' && subject === payout.rail),
    ),
  );
