import type { ChangeEntity } from './entities.ts';

/** One thing as JSON: the members of its type in `core`, money as text of its minor units. */
export type Document = Readonly<Record<string, unknown>>;

/**
 * One thing of a change (domain 10). Where both sides are there they hold the members that change and no others, so that two people
 * may change different members of the same thing. No `before`: it is made. No `after`: it is taken away.
 */
export interface ChangeItem {
  readonly entity: ChangeEntity;
  readonly key: string;
  readonly before: Document | null;
  readonly after: Document | null;
}

/** A change's way (domain 10): applied at once, after its second person or at its time; or never. */
export const CHANGE_STATES = ['waiting', 'scheduled', 'applied', 'rolled_back', 'cancelled', 'refused'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** Whether a change has not been done yet and may still be. */
export const isOpen = (state: ChangeState): boolean => state === 'waiting' || state === 'scheduled';

/** As many things as one change may hold: every direction of 150 x 150 payment systems. */
export const MOST_ITEMS = 25_000;

const isObject = (value: unknown): value is Document => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two JSON values say the same, whatever the order of their members. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => isSame(one, b[i]));
  if (!(isObject(a) && isObject(b))) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

/** A member that is no longer what the change was made from. */
export interface StaleMember {
  /** Null: the thing itself came or went. */
  readonly member: string | null;
  readonly before: unknown;
  readonly now: unknown;
}

/** What somebody else has changed since the item was made; nothing when it may be written over what is there now. */
export function staleMembers(item: Pick<ChangeItem, 'before' | 'after'>, now: Document | null): readonly StaleMember[] {
  const { before } = item;
  if (before === null || now === null) return before === now ? [] : [{ member: null, before, now }];
  return Object.keys(before)
    .filter((member) => !isSame(before[member], now[member]))
    .map((member) => ({ member, before: before[member], now: now[member] }));
}

/** The whole of a thing after its item; null when it is taken away. */
export const afterItem = (item: Pick<ChangeItem, 'after'>, now: Document | null): Document | null =>
  item.after === null ? null : { ...now, ...item.after };

/** The members in which two versions of a thing differ, on both sides; whole where it is made or taken away. Undefined: none. */
export function difference(now: Document | null, next: Document | null): Pick<ChangeItem, 'before' | 'after'> | undefined {
  if (now === null || next === null) return now === next ? undefined : { before: now, after: next };
  const members = [...new Set([...Object.keys(now), ...Object.keys(next)])].filter((member) => !isSame(now[member], next[member]));
  if (members.length === 0) return undefined;
  const pick = (from: Document): Document => Object.fromEntries(members.map((member) => [member, from[member] ?? null]));
  return { before: pick(now), after: pick(next) };
}

/** The item that takes this one back. */
export const reversed = ({ entity, key, before, after }: ChangeItem): ChangeItem => ({ entity, key, before: after, after: before });

/** The members an item changes; null where the whole thing comes or goes. */
export const membersOf = ({ before, after }: Pick<ChangeItem, 'before' | 'after'>): readonly string[] | null =>
  before === null || after === null ? null : Object.keys(after);
