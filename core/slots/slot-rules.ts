/** Keep `count` express slots of one amount open from the free reserve (domain 4). Amounts in minor units of the outcome side. */
export interface SlotRule {
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly outcomeAmount: bigint;
  readonly count: number;
  readonly premiumPpm: number;
  readonly etaMinutes: number;
  readonly enabled: boolean;
}

/** Maximum number of open slots of one rule. */
export const MAX_SLOTS_OF_RULE = 20;
/** Highest surcharge of a slot, parts per million of the rate. */
export const MAX_SLOT_PREMIUM_PPM = 100_000;
/** A day: a longer time would not be express. */
export const MAX_SLOT_MINUTES = 1440;

type RuleKey = Pick<SlotRule, 'incomeCode' | 'outcomeCode' | 'outcomeAmount'>;

/** Key of a rule: one for each direction and amount. */
export const slotRuleKey = ({ incomeCode, outcomeCode, outcomeAmount }: RuleKey): string => `${incomeCode}>${outcomeCode}>${outcomeAmount}`;

/** A rule with what decides whether it may open slots. */
export interface ActiveRule extends SlotRule {
  /** The wallet that pays its slots. */
  readonly wallet: string;
  /** Its direction takes orders now. */
  readonly isOpen: boolean;
}

/** A free slot that promises an exact amount. */
export interface OpenSlot {
  readonly id: string;
  readonly wallet: string;
  readonly outcomeAmount: bigint;
  readonly premiumPpm: number;
  readonly etaMinutes: number;
  /** Null: opened by an operator, and never changed by a rule. */
  readonly ruleKey: string | null;
}

export interface SlotPlan {
  readonly withdraw: readonly string[];
  /** How many slots to open for each rule; rules without any are left out. */
  readonly publish: readonly { readonly rule: ActiveRule; readonly count: number }[];
}

interface PlanInput {
  readonly rules: readonly ActiveRule[];
  /** Oldest first. */
  readonly slots: readonly OpenSlot[];
  /** Available money by wallet: balance less holds less buffer. A slot taken by an order counts as a hold. */
  readonly free: ReadonlyMap<string, bigint>;
}

/** What rules may use of each wallet: the available money less slots of operators. */
function budgets({ slots, free }: PlanInput): Map<string, bigint> {
  const remaining = new Map(free);
  for (const { ruleKey, wallet, outcomeAmount } of slots) {
    if (ruleKey === null) remaining.set(wallet, (remaining.get(wallet) ?? 0n) - outcomeAmount);
  }
  return remaining;
}

function spend(budget: Map<string, bigint>, wallet: string, amount: bigint): boolean {
  const remaining = (budget.get(wallet) ?? 0n) - amount;
  if (remaining < 0n) return false;
  budget.set(wallet, remaining);
  return true;
}

/** Whether the slot is one that its rule would open now. */
const matchesRule = (rule: ActiveRule, { premiumPpm, etaMinutes, wallet, outcomeAmount }: OpenSlot): boolean =>
  rule.premiumPpm === premiumPpm && rule.etaMinutes === etaMinutes && rule.wallet === wallet && rule.outcomeAmount === outcomeAmount;

/**
 * Slots that rules open and withdraw within the available money (domain 4). Existing slots stay if possible, oldest first. Slots of
 * operators count and never change.
 */
export function planSlots(situation: PlanInput): SlotPlan {
  const budget = budgets(situation);
  const activeRules = situation.rules.filter(({ enabled, isOpen }) => enabled && isOpen);
  const byKey = new Map(activeRules.map((rule) => [slotRuleKey(rule), rule]));
  const openCounts = new Map<ActiveRule, number>();
  const withdraw: string[] = [];
  for (const slot of situation.slots) {
    if (slot.ruleKey === null) continue;
    const rule = byKey.get(slot.ruleKey);
    const count = rule === undefined ? 0 : (openCounts.get(rule) ?? 0);
    const isKept = rule !== undefined && count < rule.count && matchesRule(rule, slot) && spend(budget, slot.wallet, slot.outcomeAmount);
    if (isKept) openCounts.set(rule, count + 1);
    else withdraw.push(slot.id);
  }
  const newCounts = new Map<ActiveRule, number>();
  for (let round = 1; round <= MAX_SLOTS_OF_RULE; round += 1) {
    for (const rule of activeRules) {
      const isMissing = (openCounts.get(rule) ?? 0) < Math.min(round, rule.count);
      if (!isMissing || !spend(budget, rule.wallet, rule.outcomeAmount)) continue;
      openCounts.set(rule, (openCounts.get(rule) ?? 0) + 1);
      newCounts.set(rule, (newCounts.get(rule) ?? 0) + 1);
    }
  }
  return { withdraw, publish: [...newCounts].map(([rule, count]) => ({ rule, count })) };
}
