import { isEqualJson } from '#core/text/canonical-json.ts';
import type { ChangeEntity } from './entities.ts';

/** One record as JSON: the members of its type in `core`, money as text in minor units. */
export type Document = Readonly<Record<string, unknown>>;

/** One record of a change (domain 10). Both sides contain only changed members, so that two people may change different ones. */
export interface ChangeItem {
  readonly entity: ChangeEntity;
  readonly key: string;
  /** Null if the record is created. */
  readonly before: Document | null;
  /** Null if the record is deleted. */
  readonly after: Document | null;
}

/** States of a change (domain 10). It waits for approval or for its time before it is applied. */
export const CHANGE_STATES = ['waiting', 'scheduled', 'applied', 'rolled_back', 'cancelled', 'refused'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** Whether a change has not been applied yet and still can be. */
export const isOpen = (state: ChangeState): boolean => state === 'waiting' || state === 'scheduled';

/** Most records in one change. It is enough for every direction of 150 x 150 payment systems. */
export const MAX_ITEMS = 25_000;

/** A member that differs from the value that the change was made from. */
export interface StaleMember {
  /** Null if the record itself was created or deleted. */
  readonly member: string | null;
  readonly before: unknown;
  readonly now: unknown;
}

/** Members that were changed since the item was made. Empty if the item can be applied to the current record. */
export function staleMembers(item: Pick<ChangeItem, 'before' | 'after'>, now: Document | null): readonly StaleMember[] {
  const { before } = item;
  if (before === null || now === null) return before === now ? [] : [{ member: null, before, now }];
  return Object.keys(before)
    .filter((member) => !isEqualJson(before[member], now[member]))
    .map((member) => ({ member, before: before[member], now: now[member] }));
}

/** The whole record after its item is applied; null if it is deleted. */
export const afterItem = (item: Pick<ChangeItem, 'after'>, now: Document | null): Document | null =>
  item.after === null ? null : { ...now, ...item.after };

/**
 * Both sides of the members in which two versions of a record differ, or of the whole record if it is created or deleted. Undefined without
 * a difference.
 */
export function difference(now: Document | null, updated: Document | null): Pick<ChangeItem, 'before' | 'after'> | undefined {
  if (now === null || updated === null) return now === updated ? undefined : { before: now, after: updated };
  const members = [...new Set([...Object.keys(now), ...Object.keys(updated)])].filter(
    (member) => !isEqualJson(now[member], updated[member]),
  );
  if (members.length === 0) return undefined;
  const pick = (document: Document): Document => Object.fromEntries(members.map((member) => [member, document[member] ?? null]));
  return { before: pick(now), after: pick(updated) };
}

/** The item that undoes this one. */
export const inverseOf = ({ entity, key, before, after }: ChangeItem): ChangeItem => ({ entity, key, before: after, after: before });

/** The members that an item changes; null if the whole record is created or deleted. */
export const membersOf = ({ before, after }: Pick<ChangeItem, 'before' | 'after'>): readonly string[] | null =>
  before === null || after === null ? null : Object.keys(after);
