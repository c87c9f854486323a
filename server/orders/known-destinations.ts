import type { RequisiteField, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { findLookalike, type KnownRequisite } from '#core/requisites/lookalike.ts';
import type { Refusal, RefusalCode } from '#core/refusal.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import { listUnsealedWallets } from '#server/user-wallets/saved-wallets.ts';

/** Owner of known destinations: the account and the orders the browser has tokens of. Never an e-mail, which anyone may type. */
export interface DestinationOwner {
  readonly userId: string | null;
  readonly orderIds: readonly string[];
}

/** How many of the newest orders are compared. */
const NEWEST_ORDERS = 50;

const EarlierRow = rowType({ id: col.text, outcome_code: col.text, sealed: col.bytes });

const findEarlier = async (db: Queryable, { userId, orderIds }: DestinationOwner): Promise<RowOf<typeof EarlierRow>[]> =>
  await db.many(
    EarlierRow,
    sql`
    select distinct on (outcome_fingerprint) id, outcome_code, outcome_requisites_sealed as sealed from (
      (select * from orders where user_id = ${userId} order by created_at desc limit ${NEWEST_ORDERS})
      union all (select * from orders where id = any(${orderIds}::text[]))
    ) own order by outcome_fingerprint, created_at desc`,
  );

interface NamedRequisite extends KnownRequisite {
  /** Shown name: the label of the saved wallet, else the order's number. */
  readonly name: string;
}

const namedRequisites = (fields: readonly RequisiteField[], values: RequisiteValues, name: string): NamedRequisite[] =>
  fields.flatMap(({ key, kind }) => {
    const value = values[key];
    return value === undefined ? [] : [{ kind, value, name }];
  });

/** Every destination that earlier orders went to or that is saved as a wallet. */
async function findKnownRequisites(
  { catalogue, secrets }: Pick<Deps, 'catalogue' | 'secrets'>,
  db: Queryable,
  owner: DestinationOwner,
): Promise<NamedRequisite[]> {
  const fieldsOf = (code: string) => catalogue.paymentSystem(code)?.outcomeFields ?? [];
  const wallets = owner.userId === null ? [] : await listUnsealedWallets({ secrets }, db, owner.userId);
  const earlier = await findEarlier(db, owner);
  return [
    ...wallets.flatMap(({ side, code, values, label }) => (side === 'outcome' ? namedRequisites(fieldsOf(code), values, label ?? '') : [])),
    ...earlier.flatMap((row) =>
      namedRequisites(fieldsOf(row.outcome_code), JSON.parse(secrets.unseal(row.sealed)) as RequisiteValues, row.id),
    ),
  ];
}

export interface DestinationInput {
  readonly fields: readonly RequisiteField[];
  readonly values: RequisiteValues;
  /** Path of the fields in the request: `outcome_requisites`. */
  readonly path: string;
}

/**
 * Refuses a destination that starts and ends like a known one but differs (quality R56). Shows both in full: the customer compares the
 * middle, then confirms.
 */
export async function refuseLookalike(
  deps: Pick<Deps, 'catalogue' | 'secrets'>,
  db: Queryable,
  { owner, destination }: { readonly owner: DestinationOwner; readonly destination: DestinationInput },
): Promise<Refusal<Extract<RefusalCode, 'lookalike'>> | null> {
  if (owner.userId === null && owner.orderIds.length === 0) return null;
  const knownRequisites = await findKnownRequisites(deps, db, owner);
  for (const { key, kind } of destination.fields) {
    const value = destination.values[key];
    const similar = value === undefined ? undefined : findLookalike({ kind, value }, knownRequisites);
    if (value === undefined || similar === undefined) continue;
    const bothValues = { typed: value, known: similar.value };
    return {
      code: 'lookalike',
      field: `${destination.path}/${key}`,
      params: bothValues,
      meta: { ...bothValues, known_name: similar.name },
    };
  }
  return null;
}
