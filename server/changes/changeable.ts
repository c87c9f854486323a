import type * as z from 'zod/mini';
import type { ChangeItem, Document } from '#core/changes/change.ts';
import type { ChangeEntity } from '#core/changes/entities.ts';
import type { Guard } from '#core/changes/guards.ts';
import type { Refusal, RefusalCode } from '#core/refusal.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** Refusal codes of a change. */
export type ChangeRefusal = Extract<
  RefusalCode,
  'access_denied' | 'edit_conflict' | 'not_found' | 'required' | 'invalid_format' | 'too_short' | 'too_long' | 'not_allowed_amount'
>;

/** One item with the whole current and next document; `item` holds only the members that differ. */
export interface CheckedItem {
  /** Position among the submitted items. Items without effect are left out, so positions may have gaps. */
  readonly position: number;
  readonly item: ChangeItem;
  readonly now: Document | null;
  readonly next: Document | null;
}

/** How entities of one kind are read, checked and written. Provided at assembly for each entity of `core/changes/entities.ts`. */
export interface Changeable {
  /** Validates and transforms a whole document; members are those of the type in `core`. */
  readonly schema: z.ZodMiniType;
  /** Key of a document. */
  readonly keyOf: (document: Document) => string;
  /** Documents by key; `lock` locks their rows until the transaction ends. */
  readonly read: (db: Queryable, keys: readonly string[], options?: { readonly lock: boolean }) => Promise<ReadonlyMap<string, Document>>;
  /** Saves whole validated documents in the transaction of the change. */
  readonly save: (tx: Tx, documents: readonly Document[]) => Promise<void>;
  readonly remove: (tx: Tx, keys: readonly string[]) => Promise<void>;
  /** Checks that need the database, such as dependent entities. Writes nothing. */
  readonly check?: (db: Queryable, items: readonly CheckedItem[]) => Promise<readonly InvalidMember[]>;
  /** Channel to notify when these entities change. */
  readonly channel: string;
}

export interface InvalidMember {
  readonly key: string;
  /** Empty: the entity itself. */
  readonly member: string;
  readonly refusal: Omit<Refusal<ChangeRefusal>, 'field'>;
}

/** A guard band that an item exceeds: the change needs a second person. */
export interface ExceededGuard {
  /** Position of the item (`CheckedItem.position`). */
  readonly position: number;
  readonly guard: Guard;
  /** For display: per cent with its sign, or an amount in whole units. */
  readonly value: string;
}

/** Entities and guards of changes; built at assembly. */
export interface ChangeRules {
  readonly entities: Readonly<Record<ChangeEntity, Changeable>>;
  /** Guard bands that these items exceed (domain 10). */
  readonly judge: (db: Queryable, items: readonly CheckedItem[]) => Promise<readonly ExceededGuard[]>;
}

export interface HasChanges {
  /** Entities that changes apply to, with their guards; registered by modules. */
  readonly changes: ChangeRules;
}
