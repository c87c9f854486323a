import type { SlotRule } from '#core/slots/slot-rules.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

const RuleRow = rowType({
  income_code: col.text,
  outcome_code: col.text,
  outcome_amount: col.text,
  count: col.number,
  premium_ppm: col.number,
  eta_minutes: col.number,
  enabled: col.bool,
});

const ruleOf = (row: RowOf<typeof RuleRow>): SlotRule => ({
  incomeCode: row.income_code,
  outcomeCode: row.outcome_code,
  outcomeAmount: BigInt(row.outcome_amount),
  count: row.count,
  premiumPpm: row.premium_ppm,
  etaMinutes: row.eta_minutes,
  enabled: row.enabled,
});

/** All rules, in the order in which a short reserve is distributed. */
export const findSlotRules = async (db: Queryable): Promise<readonly SlotRule[]> =>
  (
    await db.many(
      RuleRow,
      sql`
    select income_code, outcome_code, outcome_amount, count, premium_ppm, eta_minutes, enabled from slot_rules
    order by income_code, outcome_code, outcome_amount`,
    )
  ).map(ruleOf);

/** Rules by key (`slotRuleKey`). */
export async function findRulesByKey(db: Queryable, keys: readonly string[], { lock }: { readonly lock: boolean }) {
  const rows = await db.many(
    RuleRow,
    sql`
    select income_code, outcome_code, outcome_amount, count, premium_ppm, eta_minutes, enabled from slot_rules
    where income_code || '>' || outcome_code || '>' || outcome_amount = any(${[...keys]}::text[])
    order by income_code, outcome_code, outcome_amount ${lock ? sql`for update` : sql``}`,
  );
  return rows.map(ruleOf);
}

export const saveRule = (db: Queryable, rule: SlotRule): Promise<number> =>
  db.run(sql`
    insert into slot_rules (income_code, outcome_code, outcome_amount, count, premium_ppm, eta_minutes, enabled)
    values (${rule.incomeCode}, ${rule.outcomeCode}, ${String(rule.outcomeAmount)}, ${rule.count}, ${rule.premiumPpm}, ${rule.etaMinutes},
      ${rule.enabled})
    on conflict (income_code, outcome_code, outcome_amount) do update
    set count = excluded.count, premium_ppm = excluded.premium_ppm, eta_minutes = excluded.eta_minutes, enabled = excluded.enabled`);

export const removeRules = (db: Queryable, keys: readonly string[]): Promise<number> =>
  db.run(sql`delete from slot_rules where income_code || '>' || outcome_code || '>' || outcome_amount = any(${[...keys]}::text[])`);

const CountsRow = rowType({ rule_key: col.text, open: col.number, held: col.number });

/** Number of open and held slots by rule key. */
export const countSlotsOfRules = async (db: Queryable): Promise<ReadonlyMap<string, { readonly open: number; readonly held: number }>> =>
  new Map(
    (
      await db.many(
        CountsRow,
        sql`
      select rule_key, (count(*) filter (where state = 'available'))::int as open, (count(*) filter (where state = 'held'))::int as held
      from slots where rule_key is not null and state in ('available', 'held') group by rule_key`,
      )
    ).map(({ rule_key: key, open, held }) => [key, { open, held }]),
  );
