import { PaymentSystemShape } from '#contract/office/catalogue/payment-system-document.ts';
import type { Document } from '#core/changes/change.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { isEqualJson } from '#core/text/canonical-json.ts';
import type { Changeable, CheckedItem, InvalidMember } from '#server/changes/changeable.ts';
import { changeableDirection, changeablePaymentSystem } from '#server/payment-systems/changeable.ts';
import { col, type Queryable, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { hasMovements } from '#server/rate-desk/has-movements.ts';

const ExistsRow = rowType({ does_exist: col.bool });
const exists = async (db: Queryable, statement: Sql): Promise<boolean> => (await db.one(ExistsRow, statement)).does_exist;

const hasBalance = (db: Queryable, wallet: string): Promise<boolean> =>
  exists(db, sql`select exists (select 1 from reserves where wallet = ${wallet} and (posted <> 0 or held <> 0)) as does_exist`);

/** Whether an existing wallet holds another asset, or is not a rail wallet. */
const isOfOtherAsset = (db: Queryable, wallet: string, asset: string): Promise<boolean> =>
  exists(db, sql`select exists (select 1 from wallets where id = ${wallet} and (asset <> ${asset} or kind <> 'rail')) as does_exist`);

const isOfOtherScale = (db: Queryable, asset: string, scale: number): Promise<boolean> =>
  exists(db, sql`select exists (select 1 from assets where code = ${asset} and scale <> ${scale}) as does_exist`);

const hasPassedCheck = (db: Queryable, { code, rail, railSettings }: PaymentSystem): Promise<boolean> =>
  exists(
    db,
    sql`
    select exists (
      select 1 from rail_checks
      where code = ${code} and rail = ${rail} and settings = ${JSON.stringify(railSettings)}::jsonb and problem is null
    ) as does_exist`,
  );

/** Whether the change makes a system ready for the first time, or with another rail or rail settings. */
const needsRailCheck = (now: PaymentSystem | null, next: PaymentSystem): boolean =>
  next.stage === 'ready' && (now?.stage !== 'ready' || now.rail !== next.rail || !isEqualJson(now.railSettings, next.railSettings));

const FIXED_AFTER_USE = ['asset', 'scale', 'currency'] as const;
const WALLETS = ['incomeWallet', 'outcomeWallet'] as const;

async function problemsOf(db: Queryable, now: PaymentSystem | null, next: PaymentSystem): Promise<readonly (readonly [string, string])[]> {
  const problems: (readonly [member: string, message: string])[] = [];
  const changedUnits = now === null ? [] : FIXED_AFTER_USE.filter((member) => now[member] !== next[member]);
  if (now !== null && changedUnits.length > 0 && (await hasMovements(db, now))) {
    problems.push(...changedUnits.map((member) => [member, 'system_has_moved'] as const));
  }
  if (await isOfOtherScale(db, next.asset, next.scale)) problems.push(['scale', 'system_other_scale']);
  for (const member of WALLETS) {
    const leavesBalance = now !== null && now[member] !== next[member] && (await hasBalance(db, now[member]));
    if (leavesBalance) problems.push([member, 'system_wallet_full']);
    if (await isOfOtherAsset(db, next[member], next.asset)) problems.push([member, 'system_other_asset']);
  }
  if (needsRailCheck(now, next) && !(await hasPassedCheck(db, next))) problems.push(['stage', 'system_not_tried']);
  return problems;
}

const systemOf = (document: Document | null): PaymentSystem | null => (document === null ? null : PaymentSystemShape.parse(document));

/**
 * Refuses changes of payment systems (domain 10):
 * - another asset, scale or currency after money has moved;
 * - replacing a wallet with a balance, or a wallet of another asset;
 * - stage `ready` without a successful rail check.
 */
async function findInvalidSystems(db: Queryable, items: readonly CheckedItem[]): Promise<readonly InvalidMember[]> {
  const invalidMembers: InvalidMember[] = [];
  for (const { item, now, next } of items) {
    const system = systemOf(next);
    const problems = system === null ? [] : await problemsOf(db, systemOf(now), system);
    invalidMembers.push(
      ...problems.map(
        ([member, message]): InvalidMember => ({
          key: item.key,
          member,
          refusal: { code: 'invalid_format', message, params: { key: item.key } },
        }),
      ),
    );
  }
  return invalidMembers;
}

const KeyRow = rowType({ key: col.text });

const isRemoval = ({ next, now }: CheckedItem): boolean => next === null && now !== null;

/** Refuses to remove an entity that others refer to; it can be switched off instead. */
async function findReferenced(db: Queryable, items: readonly CheckedItem[]): Promise<readonly InvalidMember[]> {
  const removedKeys = items.filter(isRemoval).map(({ item }) => item.key);
  if (removedKeys.length === 0) return [];
  const rows = await db.many(
    KeyRow,
    sql`
    select key from unnest(${removedKeys}::text[]) as removed (key)
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

/** Directions as an entity of changes, with all checks. */
export const checkedDirection: Changeable = {
  ...changeableDirection,
  check: async (db, items) => [...(await changeableDirection.check(db, items)), ...(await findReferenced(db, items))],
};
