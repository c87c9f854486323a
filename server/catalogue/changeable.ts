import type { Changeable, CheckedItem, InvalidMember } from '#server/changes/changeable.ts';
import { changeableDirection, changeablePaymentSystem } from '#server/payment-systems/changeable.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { findInvalidSystems } from './check-systems.ts';

const KeyRow = rowType({ key: col.text });

const isRemoval = ({ next, now }: CheckedItem): boolean => next === null && now !== null;

/** Refuses to remove an entity that others refer to; it can be switched off instead. */
async function findReferenced(db: Queryable, items: readonly CheckedItem[]): Promise<readonly InvalidMember[]> {
  const removedKeys = items.filter(isRemoval).map(({ item }) => item.key);
  if (removedKeys.length === 0) return [];
  const rows = await db.many(
    KeyRow,
    sql`
    select key from unnest(${removedKeys}::text[]) as gone (key)
    where exists (select 1 from orders where income_code || '>' || outcome_code = key or income_code = key or outcome_code = key)
      or exists (select 1 from slots where income_code || '>' || outcome_code = key)
      or exists (select 1 from slot_rules where income_code || '>' || outcome_code = key)
      or exists (select 1 from directions where income_code = key or outcome_code = key)
      or exists (select 1 from withdrawals where outcome_code = key)`,
  );
  return rows.map(({ key }) => ({ key, member: '', refusal: { code: 'edit_conflict', message: 'change_needed', params: { key } } }));
}

/** Payment systems as an entity of changes, with all checks. */
export const checkedPaymentSystem: Changeable = {
  ...changeablePaymentSystem,
  check: async (db, items) => [...(await findInvalidSystems(db, items)), ...(await findReferenced(db, items))],
};

/** The same for directions. */
export const checkedDirection: Changeable = {
  ...changeableDirection,
  check: async (db, items) => [...(await changeableDirection.check(db, items)), ...(await findReferenced(db, items))],
};
