import * as z from 'zod/mini';
import type { Document } from '#core/changes/change.ts';
import { marginRange, MAX_OFF_MARKET_PPM } from '#core/changes/guards.ts';
import { formatAmount } from '#core/money/amount.ts';
import { stepOf } from '#core/money/decimals.ts';
import { MAX_SLOT_MINUTES, MAX_SLOT_PREMIUM_PPM, MAX_SLOTS_OF_RULE, type SlotRule, slotRuleKey } from '#core/slots/slot-rules.ts';
import type { Changeable, CheckedItem, ExceededGuard, InvalidMember } from '#server/changes/changeable.ts';
import { documentOf } from '#server/changes/check-items.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { findRulesByKey, removeRules, saveRule } from './rule-store.ts';
import { SLOTS_CHANNEL } from './store.ts';

const code = z.string().check(z.minLength(1), z.maxLength(20));
const integerBetween = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));

/** A slot rule in a change: the amount in minor units as text. */
const SlotRuleDocument = z.strictObject({
  incomeCode: code,
  outcomeCode: code,
  outcomeAmount: z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,29}$/)),
    z.transform((text) => BigInt(text)),
  ),
  count: integerBetween(1, MAX_SLOTS_OF_RULE),
  premiumPpm: integerBetween(0, MAX_SLOT_PREMIUM_PPM),
  etaMinutes: integerBetween(1, MAX_SLOT_MINUTES),
  enabled: z.boolean(),
});

const ruleOf = (document: Document): SlotRule => SlotRuleDocument.parse(document);

const OutcomeRow = rowType({
  key: col.text,
  scale: col.number,
  precision: col.number,
  min_amount: col.text,
  max_amount: col.text,
});

const invalidMember = (key: string, member: string, refusalCode: 'not_found' | 'not_allowed_amount'): InvalidMember => ({
  key,
  member,
  refusal: refusalCode === 'not_allowed_amount' ? { code: refusalCode, message: 'slot_rule_amount' } : { code: refusalCode },
});

/** Refuses a rule of an absent direction, and an amount outside the outcome system's limits or precision. */
async function findInvalidRules(db: Queryable, items: readonly CheckedItem[]): Promise<readonly InvalidMember[]> {
  const rules = items.flatMap(({ item: { key }, next }) => (next === null ? [] : [{ key, rule: ruleOf(next) }]));
  const pairs = rules.map(({ rule }) => `${rule.incomeCode}>${rule.outcomeCode}`);
  const rows = await db.many(
    OutcomeRow,
    sql`
    select income_code || '>' || outcome_code as key, scale, precision, min_amount, max_amount
    from directions join payment_systems on code = outcome_code where income_code || '>' || outcome_code = any(${pairs}::text[])`,
  );
  const byPair = new Map(rows.map((row) => [row.key, row]));
  return rules.flatMap(({ key, rule: { incomeCode, outcomeCode, outcomeAmount } }) => {
    const outcome = byPair.get(`${incomeCode}>${outcomeCode}`);
    if (outcome === undefined) return [invalidMember(key, 'outcomeCode', 'not_found')];
    const isWithin = outcomeAmount >= BigInt(outcome.min_amount) && outcomeAmount <= BigInt(outcome.max_amount);
    return isWithin && outcomeAmount % stepOf(outcome) === 0n ? [] : [invalidMember(key, 'outcomeAmount', 'not_allowed_amount')];
  });
}

/** Slot rules as an entity of changes (domain 4, 10). */
export const changeableSlotRule: Changeable = {
  schema: SlotRuleDocument,
  keyOf: (document) => slotRuleKey(ruleOf(document)),
  read: async (db, keys, options) =>
    new Map((await findRulesByKey(db, keys, { lock: options?.lock === true })).map((rule) => [slotRuleKey(rule), documentOf(rule)])),
  async save(tx, documents) {
    for (const document of documents) await saveRule(tx, ruleOf(document));
  },
  remove: async (tx, keys) => void (await removeRules(tx, keys)),
  check: findInvalidRules,
  channel: SLOTS_CHANNEL,
};

/** One part per million is 0.0001 %. */
const PERCENT_SCALE = 4;

/** A raised premium that, with the direction's margin, puts the rate more than 3 % from the market needs two people (domain 10). */
export function judgeSlotRules({ catalogue }: Pick<Deps, 'catalogue'>, items: readonly CheckedItem[]): readonly ExceededGuard[] {
  return items.flatMap(({ item, position, now, next }): ExceededGuard[] => {
    if (item.entity !== 'slot_rule' || next === null) return [];
    const [before, after] = [Number(now?.['premiumPpm'] ?? 0), Number(next['premiumPpm'])];
    const direction = catalogue.direction(String(next['incomeCode']), String(next['outcomeCode']));
    const offMarketPpm = after + (direction ? marginRange(direction).max : 0);
    if (after <= before || offMarketPpm <= MAX_OFF_MARKET_PPM) return [];
    return [{ position, guard: 'rate_off_market', value: formatAmount(BigInt(-offMarketPpm), PERCENT_SCALE) }];
  });
}
