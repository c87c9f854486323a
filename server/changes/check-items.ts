import * as z from 'zod/mini';
import { may } from '#core/access.ts';
import { afterItem, type ChangeItem, difference, type Document, membersOf, type StaleMember, staleMembers } from '#core/changes/change.ts';
import { actionFor, type ChangeEntity } from '#core/changes/entities.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Changeable, ChangeRefusal, ChangeRules, CheckedItem } from './changeable.ts';

/** As many are named; whoever has more has read enough. */
const MOST_REFUSALS = 50;

type Wrong = Refusal<ChangeRefusal>;

/** A document as it is kept: `bigint` as text. */
export const documentOf = (value: unknown): Document =>
  JSON.parse(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))) as Document;

const conflict = (position: number, item: ChangeItem, stale: StaleMember): Wrong => ({
  code: 'edit_conflict',
  field: stale.member === null ? `items/${position}` : `items/${position}/after/${stale.member}`,
  params: { key: item.key },
  meta: { entity: item.entity, key: item.key, member: stale.member, before: stale.before, now: stale.now },
});

interface Against {
  readonly item: ChangeItem;
  readonly position: number;
  readonly now: Document | null;
  readonly changeable: Changeable;
}

const isMissing = (document: Document, path: readonly PropertyKey[]): boolean => {
  const [member] = path;
  return path.length === 1 && (document[String(member)] ?? '') === '';
};

/** The whole thing as its schema reads it, or every member that the schema does not take. */
function readNext({ item, position, changeable }: Against, next: Document): Result<Document, ChangeRefusal> {
  const { entity, key } = item;
  const wrong = (path: readonly PropertyKey[], code: 'required' | 'invalid_format' = 'invalid_format'): Wrong => ({
    code,
    field: ['items', position, 'after', ...path].map(String).join('/'),
    meta: { entity, key, member: path.length === 0 ? null : String(path[0]) },
  });
  const parsed = z.safeParse(changeable.schema, next);
  if (!parsed.success) {
    const refusals = parsed.error.issues.map(({ path }) => wrong(path, isMissing(next, path) ? 'required' : 'invalid_format'));
    return { ok: false, refusals };
  }
  const document = documentOf(parsed.data);
  // A member that the schema does not know would be dropped in silence
  const unknown = Object.keys(item.after ?? {}).filter((member) => !Object.hasOwn(document, member));
  if (unknown.length > 0) return { ok: false, refusals: unknown.map((member) => wrong([member])) };
  const isMoved = changeable.keyOf(document) !== key;
  return isMoved ? refuse({ code: 'invalid_format', field: `items/${position}/key`, meta: { entity, key } }) : accept(document);
}

function checkOne(against: Against): Result<CheckedItem | undefined, ChangeRefusal> {
  const { item, position, now } = against;
  const stale = staleMembers(item, now);
  if (stale.length > 0) return { ok: false, refusals: stale.map((one) => conflict(position, item, one)) };
  const next = afterItem(item, now);
  if (next === null) return accept(now === null ? undefined : { position, item: { ...item, before: now }, now, next });
  const read = readNext(against, next);
  if (!read.ok) return read;
  const changed = difference(now, read.value);
  return accept(changed && { position, item: { entity: item.entity, key: item.key, ...changed }, now, next: read.value });
}

const groupOf = (items: readonly ChangeItem[]): ReadonlyMap<ChangeEntity, readonly string[]> =>
  new Map([...Map.groupBy(items, ({ entity }) => entity)].map(([entity, group]) => [entity, group.map(({ key }) => key)]));

/** Each thing stands in a change once: which of two sides would win is nobody's guess. */
function repeated(items: readonly ChangeItem[]): readonly Wrong[] {
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

async function checkTogether(rules: ChangeRules, db: Queryable, checked: readonly CheckedItem[]): Promise<readonly Wrong[]> {
  const positions = new Map(checked.map(({ item, position }) => [`${item.entity} ${item.key}`, position]));
  const groups = [...Map.groupBy(checked, ({ item }) => item.entity)];
  const found: Wrong[] = [];
  for (const [entity, group] of groups) {
    const wrong = (await rules.entities[entity].check?.(db, group)) ?? [];
    for (const { key, member, refusal } of wrong) {
      const position = positions.get(`${entity} ${key}`) ?? 0;
      const field = member === '' ? `items/${position}` : `items/${position}/after/${member}`;
      found.push({ ...refusal, field, meta: { ...refusal.meta, entity, key, member: member === '' ? null : member } });
    }
  }
  return found;
}

/**
 * Items against what is there now: whether each was made from it (`edit_conflict` names what has changed since), whether what they
 * make is right (places of what is not: `items/3/after/marginPpm`), and what really changes. Items that change nothing are left out;
 * positions in later refusals are those of the items asked for. With `lock` nobody else changes these things until the transaction ends.
 */
export async function checkItems(
  rules: ChangeRules,
  db: Queryable,
  items: readonly ChangeItem[],
  options: { readonly lock: boolean },
): Promise<Result<readonly CheckedItem[], ChangeRefusal>> {
  const twice = repeated(items);
  if (twice.length > 0) return { ok: false, refusals: twice.slice(0, MOST_REFUSALS) };
  const present = new Map<ChangeEntity, ReadonlyMap<string, Document>>();
  for (const [entity, keys] of groupOf(items)) present.set(entity, await rules.entities[entity].read(db, keys, options));
  const checked: CheckedItem[] = [];
  const refusals: Wrong[] = [];
  for (const [position, item] of items.entries()) {
    const now = present.get(item.entity)?.get(item.key) ?? null;
    const one = checkOne({ item, position, now, changeable: rules.entities[item.entity] });
    if (!one.ok) refusals.push(...one.refusals);
    else if (one.value) checked.push(one.value);
  }
  if (refusals.length === 0) refusals.push(...(await checkTogether(rules, db, checked)));
  return refusals.length === 0 ? accept(checked) : { ok: false, refusals: refusals.slice(0, MOST_REFUSALS) };
}

/** Whether this role may make such a change (domain 9): prices are one permission, the catalogue another. */
export const mayChange = (role: string, items: readonly ChangeItem[]): boolean =>
  items.every((item) => may(role, actionFor(item.entity, membersOf(item))));
