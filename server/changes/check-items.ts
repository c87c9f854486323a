import * as z from 'zod/mini';
import { may } from '#core/access/access.ts';
import {
  afterItem,
  type ChangeItem,
  difference,
  type Document,
  inverseOf,
  MAX_ITEMS,
  membersOf,
  type StaleMember,
  staleMembers,
} from '#core/changes/change.ts';
import { actionFor, type ChangeEntity } from '#core/changes/entities.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import type { Changeable, ChangeRefusal, ChangeRules, CheckedItem, ExceededGuard } from './changeable.ts';
import { findChange, readItems } from './store.ts';

/** Number of refusals returned at most. */
const MAX_REFUSALS = 50;

type ItemRefusal = Refusal<ChangeRefusal>;

/** A value as stored JSON: `bigint` as text. */
export const documentOf = (value: unknown): Document =>
  JSON.parse(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))) as Document;

const conflict = (position: number, item: ChangeItem, stale: StaleMember): ItemRefusal => ({
  code: 'edit_conflict',
  field: stale.member === null ? `items/${position}` : `items/${position}/after/${stale.member}`,
  params: { key: item.key },
  meta: { entity: item.entity, key: item.key, member: stale.member, before: stale.before, now: stale.now },
});

interface ItemContext {
  readonly item: ChangeItem;
  readonly position: number;
  readonly now: Document | null;
  readonly changeable: Changeable;
}

const isMissing = (document: Document, path: readonly PropertyKey[]): boolean => {
  const [member] = path;
  return path.length === 1 && (document[String(member)] ?? '') === '';
};

/** The whole next document as parsed by the schema, or a refusal for each invalid member. */
function readNext({ item, position, changeable }: ItemContext, next: Document): Result<Document, ChangeRefusal> {
  const { entity, key } = item;
  const refusalAt = (path: readonly PropertyKey[], code: 'required' | 'invalid_format' = 'invalid_format'): ItemRefusal => ({
    code,
    field: ['items', position, 'after', ...path].map(String).join('/'),
    meta: { entity, key, member: path.length === 0 ? null : String(path[0]) },
  });
  const parsed = z.safeParse(changeable.schema, next);
  if (!parsed.success) {
    const refusals = parsed.error.issues.map(({ path }) => refusalAt(path, isMissing(next, path) ? 'required' : 'invalid_format'));
    return { ok: false, refusals };
  }
  const document = documentOf(parsed.data);
  // The schema would drop an unknown member silently
  const unknown = Object.keys(item.after ?? {}).filter((member) => !Object.hasOwn(document, member));
  if (unknown.length > 0) return { ok: false, refusals: unknown.map((member) => refusalAt([member])) };
  const hasOtherKey = changeable.keyOf(document) !== key;
  return hasOtherKey ? refuse({ code: 'invalid_format', field: `items/${position}/key`, meta: { entity, key } }) : accept(document);
}

function checkItem(context: ItemContext): Result<CheckedItem | undefined, ChangeRefusal> {
  const { item, position, now } = context;
  const stale = staleMembers(item, now);
  if (stale.length > 0) return { ok: false, refusals: stale.map((member) => conflict(position, item, member)) };
  const next = afterItem(item, now);
  if (next === null) return accept(now === null ? undefined : { position, item: { ...item, before: now }, now, next });
  const parsed = readNext(context, next);
  if (!parsed.ok) return parsed;
  const changed = difference(now, parsed.value);
  return accept(changed && { position, item: { entity: item.entity, key: item.key, ...changed }, now, next: parsed.value });
}

const groupOf = (items: readonly ChangeItem[]): ReadonlyMap<ChangeEntity, readonly string[]> =>
  new Map([...Map.groupBy(items, ({ entity }) => entity)].map(([entity, group]) => [entity, group.map(({ key }) => key)]));

/** Refuses a second item for the same entity: the result would depend on their order. */
function findDuplicates(items: readonly ChangeItem[]): readonly ItemRefusal[] {
  const seen = new Set<string>();
  return items.flatMap(({ entity, key }, position) => {
    const name = `${entity} ${key}`;
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [{ code: 'invalid_format' as const, field: `items/${position}/key`, meta: { entity, key } }];
  });
}

async function checkInDatabase(rules: ChangeRules, db: Queryable, checked: readonly CheckedItem[]): Promise<readonly ItemRefusal[]> {
  const positions = new Map(checked.map(({ item, position }) => [`${item.entity} ${item.key}`, position]));
  const groups = Map.groupBy(checked, ({ item }) => item.entity);
  const refusals: ItemRefusal[] = [];
  for (const [entity, group] of groups) {
    const invalidMembers = (await rules.entities[entity].check?.(db, group)) ?? [];
    for (const { key, member, refusal } of invalidMembers) {
      const position = positions.get(`${entity} ${key}`) ?? 0;
      const field = member === '' ? `items/${position}` : `items/${position}/after/${member}`;
      refusals.push({ ...refusal, field, meta: { ...refusal.meta, entity, key, member: member === '' ? null : member } });
    }
  }
  return refusals;
}

/**
 * Checks that `before` matches the current documents (`edit_conflict`) and that the next ones are valid. Leaves out items without effect;
 * the others keep their positions. `lock` locks rows until the transaction ends.
 */
export async function checkItems(
  rules: ChangeRules,
  db: Queryable,
  items: readonly ChangeItem[],
  options: { readonly lock: boolean },
): Promise<Result<readonly CheckedItem[], ChangeRefusal>> {
  const duplicates = findDuplicates(items);
  if (duplicates.length > 0) return { ok: false, refusals: duplicates.slice(0, MAX_REFUSALS) };
  const current = new Map<ChangeEntity, ReadonlyMap<string, Document>>();
  for (const [entity, keys] of groupOf(items)) current.set(entity, await rules.entities[entity].read(db, keys, options));
  const checked: CheckedItem[] = [];
  const refusals: ItemRefusal[] = [];
  for (const [position, item] of items.entries()) {
    const now = current.get(item.entity)?.get(item.key) ?? null;
    const result = checkItem({ item, position, now, changeable: rules.entities[item.entity] });
    if (!result.ok) refusals.push(...result.refusals);
    else if (result.value) checked.push(result.value);
  }
  if (refusals.length === 0) refusals.push(...(await checkInDatabase(rules, db, checked)));
  return refusals.length === 0 ? accept(checked) : { ok: false, refusals: refusals.slice(0, MAX_REFUSALS) };
}

/** Whether this role may submit these items (domain 9): prices and the catalogue are different permissions. */
export const mayChange = (role: string, items: readonly ChangeItem[]): boolean =>
  items.every((item) => may(role, actionFor(item.entity, membersOf(item))));

/** Channel of the list of changes, for every process and the office. */
export const CHANGES_CHANNEL = 'changes_changed';

/** Order of writes: a direction refers to payment systems. Removal goes in the reverse order. */
const WRITE_ORDER: readonly ChangeEntity[] = ['payment_system', 'direction'];

const rankOf = (entity: ChangeEntity): number => (WRITE_ORDER.includes(entity) ? WRITE_ORDER.indexOf(entity) : WRITE_ORDER.length);

/** Saves and removes checked items, and notifies every process to reload them, in the transaction of the change. */
export async function writeItems(
  deps: { readonly live: Deps['live']; readonly changes: ChangeRules },
  tx: Tx,
  checked: readonly CheckedItem[],
): Promise<void> {
  const groups = [...Map.groupBy(checked, ({ item }) => item.entity)].toSorted(([a], [b]) => rankOf(a) - rankOf(b));
  for (const [entity, group] of groups) {
    const documents = group.flatMap(({ next }) => (next === null ? [] : [next]));
    if (documents.length > 0) await deps.changes.entities[entity].save(tx, documents);
  }
  for (const [entity, group] of groups.toReversed()) {
    const removedKeys = group.filter(({ next }) => next === null).map(({ item }) => item.key);
    if (removedKeys.length > 0) await deps.changes.entities[entity].remove(tx, removedKeys);
  }
  const channels = new Set(groups.map(([entity]) => deps.changes.entities[entity].channel));
  for (const channel of channels) await deps.live.notify(tx, channel, 'change');
}

/** Result of the checks of a change. */
export interface ChangePreview {
  readonly checked: readonly CheckedItem[];
  readonly exceeded: readonly ExceededGuard[];
}

/** Items that roll a change back. */
export async function reversedItems({ db }: Pick<Deps, 'db'>, id: string): Promise<Result<readonly ChangeItem[], 'not_found'>> {
  return (await findChange(db, id)) ? accept((await readItems(db, id)).map(inverseOf)) : refuse({ code: 'not_found', field: 'rolls_back' });
}

/** Runs all checks of `submitChange` on the items without writing; refusals are the same. */
export async function judgeItems(
  deps: Pick<Deps, 'db' | 'changes'>,
  { items, role }: { readonly items: readonly ChangeItem[]; readonly role: string },
): Promise<Result<ChangePreview, ChangeRefusal>> {
  if (items.length === 0) return refuse({ code: 'required', field: 'items' });
  if (items.length > MAX_ITEMS) return refuse({ code: 'too_long', field: 'items', params: { max: MAX_ITEMS } });
  if (!mayChange(role, items)) return refuse({ code: 'access_denied' });
  const checked = await checkItems(deps.changes, deps.db, items, { lock: false });
  return checked.ok ? accept({ checked: checked.value, exceeded: await deps.changes.judge(deps.db, checked.value) }) : checked;
}
