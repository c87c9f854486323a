import { MAX_OFF_MARKET_PPM, marginRange } from '#core/changes/guards.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { CheckedItem, ExceededGuard } from '#server/changes/changeable.ts';
import type { Deps } from '#server/deps.ts';

/** One part per million is 0.0001 %. */
const PERCENT_SCALE = 4;

/** A raised premium that, with the direction's margin, puts the rate more than 3 % from the market needs two people (domain 10). */
export function judgeSlotRules({ catalogue }: Pick<Deps, 'catalogue'>, items: readonly CheckedItem[]): readonly ExceededGuard[] {
  return items.flatMap(({ item, position, now, next }): ExceededGuard[] => {
    if (item.entity !== 'slot_rule' || next === null) return [];
    const [before, after] = [Number(now?.['premiumPpm'] ?? 0), Number(next['premiumPpm'])];
    const direction = catalogue.direction(String(next['incomeCode']), String(next['outcomeCode']));
    const off = after + (direction ? marginRange(direction).max : 0);
    if (after <= before || off <= MAX_OFF_MARKET_PPM) return [];
    return [{ position, guard: 'rate_off_market', value: formatAmount(BigInt(-off), PERCENT_SCALE) }];
  });
}
