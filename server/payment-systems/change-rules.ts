import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { PaymentSystemShape } from '#contract/payment-system-document.ts';
import { type Document, isSame } from '#core/changes/change.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { CheckedItem, WrongMember } from '#server/changes/changeable.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const FoundRow = z.object({ found: z.boolean() });
const found = async (db: Queryable, statement: ReturnType<typeof sql>): Promise<boolean> => (await db.one(FoundRow, statement)).found;

/** Whether money has been counted in a payment system: then what it is counted in stays. */
export const hasMoved = (db: Queryable, { code, incomeWallet, outcomeWallet }: PaymentSystem): Promise<boolean> =>
  found(
    db,
    sql`
    select exists (select 1 from ledger_entries where wallet in (${incomeWallet}, ${outcomeWallet}))
      or exists (select 1 from orders where income_code = ${code})
      or exists (select 1 from orders where outcome_code = ${code}) as found`,
  );

const hasBalance = (db: Queryable, wallet: string): Promise<boolean> =>
  found(db, sql`select exists (select 1 from reserves where wallet = ${wallet} and (posted <> 0 or held <> 0)) as found`);

/** A wallet that is there counts its own asset, and no other. */
const isOfOtherAsset = (db: Queryable, wallet: string, asset: string): Promise<boolean> =>
  found(db, sql`select exists (select 1 from wallets where id = ${wallet} and (asset <> ${asset} or kind <> 'rail')) as found`);

const isOfOtherScale = (db: Queryable, asset: string, scale: number): Promise<boolean> =>
  found(db, sql`select exists (select 1 from assets where code = ${asset} and scale <> ${scale}) as found`);

const isTried = (db: Queryable, { code, rail, railSettings }: PaymentSystem): Promise<boolean> =>
  found(
    db,
    sql`
    select exists (
      select 1 from rail_checks
      where code = ${code} and rail = ${rail} and settings = ${JSON.stringify(railSettings)}::jsonb and problem is null
    ) as found`,
  );

/** Ready with another rail than it was tried with, or for the first time. */
const isOpenedAnew = (now: PaymentSystem | null, next: PaymentSystem): boolean =>
  next.stage === 'ready' && (now?.stage !== 'ready' || now.rail !== next.rail || !isSame(now.railSettings, next.railSettings));

const COUNTED_IN = ['asset', 'scale', 'currency'] as const;
const WALLETS = ['incomeWallet', 'outcomeWallet'] as const;

async function wrongOf(db: Queryable, now: PaymentSystem | null, next: PaymentSystem): Promise<readonly (readonly [string, string])[]> {
  const wrong: (readonly [member: string, message: string])[] = [];
  const counted = now === null ? [] : COUNTED_IN.filter((member) => now[member] !== next[member]);
  if (now !== null && counted.length > 0 && (await hasMoved(db, now))) {
    wrong.push(...counted.map((member) => [member, 'system_has_moved'] as const));
  }
  if (await isOfOtherScale(db, next.asset, next.scale)) wrong.push(['scale', 'system_other_scale']);
  for (const member of WALLETS) {
    const isLeft = now !== null && now[member] !== next[member] && (await hasBalance(db, now[member]));
    if (isLeft) wrong.push([member, 'system_wallet_full']);
    if (await isOfOtherAsset(db, next[member], next.asset)) wrong.push([member, 'system_other_asset']);
  }
  if (isOpenedAnew(now, next) && !(await isTried(db, next))) wrong.push(['stage', 'system_not_tried']);
  return wrong;
}

const systemOf = (document: Document | null): PaymentSystem | null => (document === null ? null : PaymentSystemShape.parse(document));

/**
 * What a payment system may not become (domain 10): counted in something else after money has moved, cut off from a wallet with a
 * balance, on a wallet of another asset, or ready before its rail has nothing against it.
 */
export async function wrongSystems(db: Queryable, items: readonly CheckedItem[]): Promise<readonly WrongMember[]> {
  const found: WrongMember[] = [];
  for (const { item, now, next } of items) {
    const system = systemOf(next);
    const wrong = system === null ? [] : await wrongOf(db, systemOf(now), system);
    found.push(
      ...wrong.map(
        ([member, message]): WrongMember => ({
          key: item.key,
          member,
          refusal: { code: 'invalid_format', message, params: { key: item.key } },
        }),
      ),
    );
  }
  return found;
}
