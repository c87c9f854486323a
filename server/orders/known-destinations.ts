import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { RequisiteField, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { findLookalike, type KnownRequisite } from '#core/requisites/lookalike.ts';
import type { Refusal, RefusalCode } from '#core/refusal.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { openWallets } from '#server/user-wallets/keep-wallet.ts';

/** Whose destinations are known: by his account and by the keys that his browser holds; never by an e-mail, which anybody may type. */
export interface Owner {
  readonly userId: string | null;
  readonly orderIds: readonly string[];
}

/** As many of his newest orders: what he remembers. */
const NEWEST = 50;

const EarlierRow = z.object({ id: z.string(), outcome_code: z.string(), sealed: z.instanceof(Buffer) });

const findEarlier = async (db: Queryable, { userId, orderIds }: Owner): Promise<z.output<typeof EarlierRow>[]> =>
  await db.many(
    EarlierRow,
    sql`
    select distinct on (outcome_fingerprint) id, outcome_code, outcome_requisites_sealed as sealed from (
      (select * from orders where user_id = ${userId} order by created_at desc limit ${NEWEST})
      union all (select * from orders where id = any(${orderIds}::text[]))
    ) own order by outcome_fingerprint, created_at desc`,
  );

interface Known extends KnownRequisite {
  /** What it is called: the name he gave it, else the order's number. */
  readonly name: string;
}

const knownIn = (fields: readonly RequisiteField[], values: RequisiteValues, name: string): Known[] =>
  fields.flatMap(({ key, kind }) => {
    const value = values[key];
    return value === undefined ? [] : [{ kind, value, name }];
  });

/** Everything that his money has gone to before, or that he has kept to send it to. */
async function findKnown({ catalogue, secrets }: Pick<Deps, 'catalogue' | 'secrets'>, db: Queryable, owner: Owner): Promise<Known[]> {
  const fieldsOf = (code: string) => catalogue.paymentSystem(code)?.outcomeFields ?? [];
  const wallets = owner.userId === null ? [] : await openWallets({ secrets }, db, owner.userId);
  const earlier = await findEarlier(db, owner);
  return [
    ...wallets.flatMap(({ side, code, values, label }) => (side === 'outcome' ? knownIn(fieldsOf(code), values, label ?? '') : [])),
    ...earlier.flatMap((row) => knownIn(fieldsOf(row.outcome_code), JSON.parse(secrets.unseal(row.sealed)) as RequisiteValues, row.id)),
  ];
}

export interface TypedDestination {
  readonly fields: readonly RequisiteField[];
  readonly values: RequisiteValues;
  /** Where the fields stand in what was asked: `outcome_requisites`. */
  readonly path: string;
}

/**
 * A destination that is taken for one he knows (quality R56): it begins and ends like it and is another one. Both are named whole to him
 * who reads his own orders whole, so that he can compare what the ends hide; he then says himself that he means the new one.
 */
export async function refuseLookalike(
  deps: Pick<Deps, 'catalogue' | 'secrets'>,
  db: Queryable,
  { owner, destination }: { readonly owner: Owner; readonly destination: TypedDestination },
): Promise<Refusal<Extract<RefusalCode, 'lookalike'>> | null> {
  if (owner.userId === null && owner.orderIds.length === 0) return null;
  const known = await findKnown(deps, db, owner);
  for (const { key, kind } of destination.fields) {
    const typed = destination.values[key];
    const other = typed === undefined ? undefined : findLookalike({ kind, value: typed }, known);
    if (typed === undefined || other === undefined) continue;
    const both = { typed, known: other.value };
    return { code: 'lookalike', field: `${destination.path}/${key}`, params: both, meta: { ...both, known_name: other.name } };
  }
  return null;
}
