import type * as z from 'zod/mini';
import type { ChangeItem, Document } from '#core/changes/change.ts';
import type { ChangeEntity } from '#core/changes/entities.ts';
import type { Guard } from '#core/changes/guards.ts';
import type { Refusal, RefusalCode } from '#core/refusal.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** What a change is refused with. */
export type ChangeRefusal = Extract<
  RefusalCode,
  'access_denied' | 'edit_conflict' | 'not_found' | 'required' | 'invalid_format' | 'too_short' | 'too_long' | 'not_allowed_amount'
>;

/** One item against what is there now: whole things on both sides, and what really changes. */
export interface CheckedItem {
  /** Place among the items asked for: what changes nothing is left out. */
  readonly position: number;
  readonly item: ChangeItem;
  readonly now: Document | null;
  readonly next: Document | null;
}

/** How things of one kind are read, checked and written. Given at assembly, one for every entity of `core/changes/entities.ts`. */
export interface Changeable {
  /** Checks a whole document and makes of it what the house works with; its members are those of the type in `core`. */
  readonly schema: z.ZodMiniType;
  /** The key that a document belongs under. */
  readonly keyOf: (document: Document) => string;
  /** The things of these keys as documents; with `lock` nobody else changes them until the transaction ends. */
  readonly read: (db: Queryable, keys: readonly string[], options?: { readonly lock: boolean }) => Promise<ReadonlyMap<string, Document>>;
  /** Writes checked documents whole, in the transaction of the change. */
  readonly save: (tx: Tx, documents: readonly Document[]) => Promise<void>;
  readonly remove: (tx: Tx, keys: readonly string[]) => Promise<void>;
  /** What the schema cannot see: things that hang on these. `field` is a member; `''` the thing itself. Writes nothing. */
  readonly check?: (db: Queryable, items: readonly CheckedItem[]) => Promise<readonly WrongMember[]>;
  /** Tells every process that these things have changed. */
  readonly channel: string;
}

export interface WrongMember {
  readonly key: string;
  readonly member: string;
  readonly refusal: Omit<Refusal<ChangeRefusal>, 'field'>;
}

/** A guard band that an item leaves: it needs a second person. */
export interface Fired {
  /** Position of the item. */
  readonly position: number;
  readonly guard: Guard;
  /** As people read it: per cent with its sign, or an amount in whole units. */
  readonly value: string;
}

/** What the one way to change things works with; built at assembly. */
export interface ChangeRules {
  readonly entities: Readonly<Record<ChangeEntity, Changeable>>;
  /** Which guard bands these items leave (domain 10). */
  readonly judge: (db: Queryable, items: readonly CheckedItem[]) => Promise<readonly Fired[]>;
}
