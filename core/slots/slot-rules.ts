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

/** As many slots one rule may keep open. */
export const MOST_SLOTS_OF_RULE = 20;
/** What a slot may cost on top, parts per million of the rate. */
export const MOST_SLOT_PREMIUM_PPM = 100_000;
/** A day: nobody waits longer for what is called express. */
export const LONGEST_SLOT_MINUTES = 1440;

type RuleKey = Pick<SlotRule, 'incomeCode' | 'outcomeCode' | 'outcomeAmount'>;

/** A rule's name: there is one for each direction and amount. */
export const slotRuleKey = ({ incomeCode, outcomeCode, outcomeAmount }: RuleKey): string => `${incomeCode}>${outcomeCode}>${outcomeAmount}`;

/** A rule with what decides whether it may promise anything. */
export interface StandingRule extends SlotRule {
  /** The wallet that its slots are paid from. */
  readonly wallet: string;
  /** Its direction takes orders now. */
  readonly isOpen: boolean;
}

/** A slot that anybody may take and that promises an exact amount. */
export interface OpenSlot {
  readonly id: string;
  readonly wallet: string;
  readonly outcomeAmount: bigint;
  readonly premiumPpm: number;
  readonly etaMinutes: number;
  /** Null: opened by hand, never touched by a rule. */
  readonly ruleKey: string | null;
}

export interface SlotPlan {
  readonly withdraw: readonly string[];
  /** How many more of each rule; rules that need none are left out. */
  readonly publish: readonly { readonly rule: StandingRule; readonly count: number }[];
}

interface Situation {
  readonly rules: readonly StandingRule[];
  /** Oldest first. */
  readonly slots: readonly OpenSlot[];
  /** What can be promised of each wallet: posted less held less buffer. A slot that an order holds is held there. */
  readonly free: ReadonlyMap<string, bigint>;
}

/** What rules may promise of each wallet: what is free less what was promised by hand. */
function budgets({ slots, free }: Situation): Map<string, bigint> {
  const left = new Map(free);
  for (const { ruleKey, wallet, outcomeAmount } of slots) {
    if (ruleKey === null) left.set(wallet, (left.get(wallet) ?? 0n) - outcomeAmount);
  }
  return left;
}

function spend(left: Map<string, bigint>, wallet: string, amount: bigint): boolean {
  const rest = (left.get(wallet) ?? 0n) - amount;
  if (rest < 0n) return false;
  left.set(wallet, rest);
  return true;
}

/** Whether the slot is what its rule would open now. */
const isOf = (rule: StandingRule, { premiumPpm, etaMinutes, wallet, outcomeAmount }: OpenSlot): boolean =>
  rule.premiumPpm === premiumPpm && rule.etaMinutes === etaMinutes && rule.wallet === wallet && rule.outcomeAmount === outcomeAmount;

/**
 * Which slots rules open and take back (domain 4), so that all open slots of a wallet together never promise more than can be promised of
 * it: what stands stays where it may, oldest first, and what is left goes round the rules, one slot each in turn, in the order given. Slots
 * made by hand count against the reserve and are left alone, even where they alone promise too much.
 */
export function planSlots(situation: Situation): SlotPlan {
  const left = budgets(situation);
  const standing = situation.rules.filter(({ enabled, isOpen }) => enabled && isOpen);
  const byKey = new Map(standing.map((rule) => [slotRuleKey(rule), rule]));
  const open = new Map<StandingRule, number>();
  const withdraw: string[] = [];
  for (const slot of situation.slots) {
    if (slot.ruleKey === null) continue;
    const rule = byKey.get(slot.ruleKey);
    const count = rule === undefined ? 0 : (open.get(rule) ?? 0);
    const stays = rule !== undefined && count < rule.count && isOf(rule, slot) && spend(left, slot.wallet, slot.outcomeAmount);
    if (stays) open.set(rule, count + 1);
    else withdraw.push(slot.id);
  }
  const opened = new Map<StandingRule, number>();
  for (let round = 1; round <= MOST_SLOTS_OF_RULE; round += 1) {
    for (const rule of standing) {
      const isMissing = (open.get(rule) ?? 0) < Math.min(round, rule.count);
      if (!isMissing || !spend(left, rule.wallet, rule.outcomeAmount)) continue;
      open.set(rule, (open.get(rule) ?? 0) + 1);
      opened.set(rule, (opened.get(rule) ?? 0) + 1);
    }
  }
  return { withdraw, publish: [...opened].map(([rule, count]) => ({ rule, count })) };
}
