import { DirectionDocument, DirectionShape } from '#contract/office/catalogue/direction-document.ts';
import { PaymentSystemDocument, PaymentSystemShape } from '#contract/office/catalogue/payment-system-document.ts';
import type { Document } from '#core/changes/change.ts';
import { type Changeable, type CheckedItem, type InvalidMember } from '#server/changes/changeable.ts';
import { documentOf } from '#server/changes/check-items.ts';
import { AnyRow, col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { DIRECTIONS, PAYMENT_SYSTEMS, selectList } from './columns.ts';
import { CATALOGUE_CHANNEL } from './load-catalogue.ts';
import { saveDirections, savePaymentSystems } from './store.ts';

const byKey = (documents: readonly Document[], keyOf: (document: Document) => string): ReadonlyMap<string, Document> =>
  new Map(documents.map((document) => [keyOf(document), document]));

const lockOf = (options: { readonly lock: boolean } | undefined) => (options?.lock ? sql`for update` : sql``);

const codeOf = (document: Document): string => String(document['code']);

/** Key of a direction: `INCOME>OUTCOME`, as in the address of its page. */
const pairOf = (document: Document): string => `${String(document['incomeCode'])}>${String(document['outcomeCode'])}`;

const SideRow = rowType({ code: col.text });

/** Refuses a new direction whose payment systems do not exist. */
async function findUnknownSides(db: Queryable, items: readonly CheckedItem[]): Promise<readonly InvalidMember[]> {
  const newDirections = items.filter(({ now, next }) => now === null && next !== null);
  if (newDirections.length === 0) return [];
  const existingCodes = new Set((await db.many(SideRow, sql`select code from payment_systems`)).map(({ code }) => code));
  return newDirections.flatMap(({ item: { key }, next }) =>
    ['incomeCode', 'outcomeCode']
      .filter((member) => !existingCodes.has(String(next?.[member])))
      .map((member) => ({ key, member, refusal: { code: 'not_found' as const } })),
  );
}

/** Payment systems as an entity of changes (domain 10); `catalogue` adds the checks of what depends on them. */
export const changeablePaymentSystem: Omit<Changeable, 'check'> = {
  schema: PaymentSystemDocument,
  keyOf: codeOf,
  async read(db, keys, options) {
    const rows = await db.many(
      AnyRow,
      sql`select ${selectList(PAYMENT_SYSTEMS)} from payment_systems where code = any(${keys}::text[]) order by code ${lockOf(options)}`,
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
  channel: CATALOGUE_CHANNEL,
};

/** Directions as an entity of changes (domain 10). */
export const changeableDirection: Changeable & Required<Pick<Changeable, 'check'>> = {
  schema: DirectionDocument,
  keyOf: pairOf,
  async read(db, keys, options) {
    const rows = await db.many(
      AnyRow,
      sql`
      select ${selectList(DIRECTIONS)} from directions where income_code || '>' || outcome_code = any(${keys}::text[])
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
  check: findUnknownSides,
  channel: CATALOGUE_CHANNEL,
};
