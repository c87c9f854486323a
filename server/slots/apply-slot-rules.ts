import * as z from 'zod/mini';
import { closedSide } from '#core/order/admission.ts';
import { type ActiveRule, type OpenSlot, planSlots, type SlotPlan, slotRuleKey } from '#core/slots/slot-rules.ts';
import type { Slot } from '#core/slots/slot.ts';
import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { findSlotRules } from './rule-store.ts';
import { SLOTS_CHANNEL } from './store.ts';

type SlotJobDeps = Pick<Deps, 'db' | 'catalogue' | 'random' | 'clock' | 'live'>;

const LockRow = rowType({ has_lock: col.bool });

const SlotsAndFundsRow = rowType({
  slots: col.json(
    z.array(
      z.object({
        id: z.string(),
        wallet: z.string(),
        amount: z.string(),
        premium_ppm: z.number(),
        eta_minutes: z.number(),
        rule_key: z.nullable(z.string()),
      }),
    ),
  ),
  free: col.json(z.array(z.object({ wallet: z.string(), free: z.string() }))),
});

/**
 * Open slots and free funds of each wallet, in one statement: an order between two statements would count twice or not at all. For systems
 * sharing a wallet the largest buffer is subtracted.
 */
async function readSlotsAndFunds(
  db: Queryable,
): Promise<{ readonly slots: readonly OpenSlot[]; readonly free: ReadonlyMap<string, bigint> }> {
  const { slots, free } = await db.one(
    SlotsAndFundsRow,
    sql`
    select
      (select coalesce(json_agg(json_build_object('id', slots.id, 'wallet', outcome_wallet, 'amount', outcome_amount::text,
          'premium_ppm', premium_ppm, 'eta_minutes', eta_minutes, 'rule_key', rule_key) order by slots.created_at, slots.id), '[]')
        from slots join payment_systems on code = outcome_code where state = 'available' and outcome_amount is not null) as slots,
      (select coalesce(json_agg(json_build_object('wallet', wallet, 'free', (posted - held - buffer)::text)), '[]')
        from reserves join (select outcome_wallet, max(reserve_buffer) as buffer from payment_systems group by outcome_wallet) as kept
          on outcome_wallet = wallet) as free`,
  );
  return {
    slots: slots.map(({ id, wallet, amount, premium_ppm: premiumPpm, eta_minutes: etaMinutes, rule_key: ruleKey }) => ({
      id,
      wallet,
      outcomeAmount: BigInt(amount),
      premiumPpm,
      etaMinutes,
      ruleKey,
    })),
    free: new Map(free.map((row) => [row.wallet, BigInt(row.free)])),
  };
}

/** Slot rules with their outcome wallet. If `isOpen` is false, the direction is closed and the rule keeps no slots open. */
async function readRules({ catalogue }: SlotJobDeps, db: Queryable): Promise<readonly ActiveRule[]> {
  return (await findSlotRules(db)).flatMap((rule) => {
    const [income, outcome] = [catalogue.paymentSystem(rule.incomeCode), catalogue.paymentSystem(rule.outcomeCode)];
    const direction = catalogue.direction(rule.incomeCode, rule.outcomeCode);
    if (!outcome) return [];
    return [{ ...rule, wallet: outcome.outcomeWallet, isOpen: closedSide({ income, outcome, direction }) === null }];
  });
}

const IdRow = rowType({ id: col.text });

/** Opens `count` slots of a rule: withdrawn ones of this rule first, then new ones. */
async function openSlots({ random, clock }: SlotJobDeps, tx: Tx, { rule, count }: SlotPlan['publish'][number]): Promise<void> {
  const [key, at] = [slotRuleKey(rule), new Date(clock.now())];
  const restored = await tx.many(
    IdRow,
    sql`
    update slots set state = 'available', premium_ppm = ${rule.premiumPpm}, eta_minutes = ${rule.etaMinutes}, created_at = ${at}
    where id in (select id from slots where rule_key = ${key} and state = 'withdrawn' order by created_at, id limit ${count} for update)
    returning id`,
  );
  for (let opened = restored.length; opened < count; opened += 1) {
    await tx.run(sql`
      insert into slots (id, income_code, outcome_code, kind, outcome_amount, premium_ppm, eta_minutes, created_at, rule_key)
      values (${random.uuid()}, ${rule.incomeCode}, ${rule.outcomeCode}, 'express', ${String(rule.outcomeAmount)}, ${rule.premiumPpm},
        ${rule.etaMinutes}, ${at}, ${key})`);
  }
}

/** Opens and withdraws slots by the rules (domain 4). One process at a time; safe to repeat. Returns the numbers opened and withdrawn. */
export async function applySlotRules(deps: SlotJobDeps): Promise<{ readonly opened: number; readonly withdrawn: number }> {
  return await deps.db.tx(async (tx) => {
    const { has_lock: hasLock } = await tx.one(
      LockRow,
      sql`select pg_try_advisory_xact_lock(hashtextextended('slot rules', 175)) as has_lock`,
    );
    if (!hasLock) return { opened: 0, withdrawn: 0 };
    const rules = await readRules(deps, tx);
    const plan = planSlots({ rules, ...(await readSlotsAndFunds(tx)) });
    // `state` is checked again, because an order may have reserved the slot
    const withdrawn =
      plan.withdraw.length === 0
        ? 0
        : await tx.run(sql`update slots set state = 'withdrawn' where id = any(${[...plan.withdraw]}::uuid[]) and state = 'available'`);
    for (const publication of plan.publish) await openSlots(deps, tx, publication);
    const opened = plan.publish.reduce((sum, { count }) => sum + count, 0);
    if (opened + withdrawn > 0) await deps.live.notify(tx, SLOTS_CHANNEL, '');
    return { opened, withdrawn };
  });
}

/** Loop of the jobs role that applies slot rules. */
export const slotJobs = (deps: Deps): void => deps.queue.every('keep-slots', 2 * SECOND_MS, async () => void (await applySlotRules(deps)));

/** Publishes slots with fixed ids; existing ones, in any state, stay unchanged. */
export async function addMissingSlots(tx: Tx, slots: readonly Omit<Slot, 'createdAt'>[]): Promise<void> {
  for (const slot of slots) {
    await tx.run(sql`
      insert into slots (id, income_code, outcome_code, kind, outcome_amount, min_outcome_amount, max_outcome_amount, premium_ppm,
        eta_minutes)
      values (${slot.id}, ${slot.incomeCode}, ${slot.outcomeCode}, ${slot.kind}, ${slot.outcomeAmount}, ${slot.minOutcomeAmount},
        ${slot.maxOutcomeAmount}, ${slot.premiumPpm}, ${slot.etaMinutes})
      on conflict (id) do nothing`);
  }
}
