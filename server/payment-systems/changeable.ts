import sql from 'sql-template-tag';
import { DirectionDocument, DirectionShape } from '#contract/direction-document.ts';
import { PaymentSystemDocument, PaymentSystemShape } from '#contract/payment-system-document.ts';
import * as z from 'zod/mini';
import type { Document } from '#core/changes/change.ts';
import { type Changeable, type CheckedItem, type WrongMember } from '#server/changes/changeable.ts';
import { documentOf } from '#server/changes/check-items.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { AnyRow } from '#server/platform/db/row.ts';
import { wrongSystems } from './change-rules.ts';
import { DIRECTIONS, PAYMENT_SYSTEMS, selected } from './columns.ts';
import { CATALOGUE_CHANNEL } from './load-catalogue.ts';
import { saveDirections, savePaymentSystems } from './store.ts';

const byKey = (documents: readonly Document[], keyOf: (document: Document) => string): ReadonlyMap<string, Document> =>
  new Map(documents.map((document) => [keyOf(document), document]));

const lockOf = (options: { readonly lock: boolean } | undefined) => (options?.lock ? sql`for update` : sql``);

const codeOf = (document: Document): string => String(document['code']);

/** The key of a direction: both codes as the address of its page has them. */
const pairOf = (document: Document): string => `${String(document['incomeCode'])}>${String(document['outcomeCode'])}`;

const KeyRow = z.object({ key: z.string() });

const hasGone = ({ next, now }: CheckedItem): boolean => next === null && now !== null;

/** What something hangs on stays: switched off it does no harm. */
async function stillNeeded(db: Queryable, items: readonly CheckedItem[]): Promise<readonly WrongMember[]> {
  const gone = items.filter(hasGone).map(({ item }) => item.key);
  if (gone.length === 0) return [];
  const rows = await db.many(
    KeyRow,
    sql`
    select key from unnest(${gone}::text[]) as gone (key)
    where exists (select 1 from orders where income_code || '>' || outcome_code = key or income_code = key or outcome_code = key)
      or exists (select 1 from slots where income_code || '>' || outcome_code = key)
      or exists (select 1 from slot_rules where income_code || '>' || outcome_code = key)
      or exists (select 1 from directions where income_code = key or outcome_code = key)
      or exists (select 1 from withdrawals where outcome_code = key)`,
  );
  return rows.map(({ key }) => ({ key, member: '', refusal: { code: 'edit_conflict', message: 'change_needed', params: { key } } }));
}

const SideRow = z.object({ code: z.string() });

/** A direction leads between two payment systems that are there. */
async function wrongSides(db: Queryable, items: readonly CheckedItem[]): Promise<readonly WrongMember[]> {
  const made = items.filter(({ now, next }) => now === null && next !== null);
  if (made.length === 0) return [];
  const known = new Set((await db.many(SideRow, sql`select code from payment_systems`)).map(({ code }) => code));
  return made.flatMap(({ item: { key }, next }) =>
    ['incomeCode', 'outcomeCode']
      .filter((member) => !known.has(String(next?.[member])))
      .map((member) => ({ key, member, refusal: { code: 'not_found' as const } })),
  );
}

/** Payment systems as they are changed (domain 10). */
export const changeablePaymentSystem: Changeable = {
  schema: PaymentSystemDocument,
  keyOf: codeOf,
  async read(db, keys, options) {
    const rows = await db.many(
      AnyRow,
      sql`select ${selected(PAYMENT_SYSTEMS)} from payment_systems where code = any(${keys}::text[]) order by code ${lockOf(options)}`,
    );
    return byKey(
      rows.map((row) => documentOf(PaymentSystemShape.parse(row))),
      codeOf,
    );
  },
  save: async (tx, documents) =>
    await savePaymentSystems(
      tx,
      documents.map((document) => PaymentSystemShape.parse(document)),
    ),
  async remove(tx, keys) {
    await tx.run(sql`delete from payment_systems where code = any(${keys}::text[])`);
  },
  check: async (db, items) => [...(await wrongSystems(db, items)), ...(await stillNeeded(db, items))],
  channel: CATALOGUE_CHANNEL,
};

/** Directions as they are changed (domain 10). */
export const changeableDirection: Changeable = {
  schema: DirectionDocument,
  keyOf: pairOf,
  async read(db, keys, options) {
    const rows = await db.many(
      AnyRow,
      sql`
      select ${selected(DIRECTIONS)} from directions where income_code || '>' || outcome_code = any(${keys}::text[])
      order by income_code, outcome_code ${lockOf(options)}`,
    );
    return byKey(
      rows.map((row) => documentOf(DirectionShape.parse(row))),
      pairOf,
    );
  },
  save: async (tx, documents) =>
    await saveDirections(
      tx,
      documents.map((document) => DirectionShape.parse(document)),
    ),
  async remove(tx, keys) {
    await tx.run(sql`delete from directions where income_code || '>' || outcome_code = any(${keys}::text[])`);
  },
  check: async (db, items) => [...(await wrongSides(db, items)), ...(await stillNeeded(db, items))],
  channel: CATALOGUE_CHANNEL,
};
