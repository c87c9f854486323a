import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planSlots, slotRuleKey, type OpenSlot, type ActiveRule } from './slot-rules.ts';

const PAIRS = [
  ['USDTTRC20', 'SBERRUB', 'roubles'],
  ['BTC', 'SBERRUB', 'roubles'],
  // Another brand on the same account
  ['BTC', 'SBPRUB', 'roubles'],
  ['SBERRUB', 'USDTTRC20', 'dollars'],
] as const;

const makeRule = (given: Partial<ActiveRule>): ActiveRule => ({
  incomeCode: 'USDTTRC20',
  outcomeCode: 'SBERRUB',
  outcomeAmount: 25_000n,
  count: 3,
  premiumPpm: 0,
  etaMinutes: 5,
  enabled: true,
  wallet: 'roubles',
  isOpen: true,
  ...given,
});

const anyRule = fc
  .record({
    pair: fc.constantFrom(...PAIRS),
    outcomeAmount: fc.constantFrom(10n, 25n, 100n),
    count: fc.integer({ min: 1, max: 20 }),
    premiumPpm: fc.constantFrom(0, 3_000),
    etaMinutes: fc.constantFrom(2, 5),
    enabled: fc.boolean(),
    isOpen: fc.boolean(),
  })
  .map(({ pair: [incomeCode, outcomeCode, wallet], ...rest }) => makeRule({ ...rest, incomeCode, outcomeCode, wallet }));
const anyRules = fc.uniqueArray(anyRule, { selector: slotRuleKey, maxLength: 6 });
const anyFree = fc.record({ roubles: fc.bigInt({ min: 0n, max: 900n }), dollars: fc.bigInt({ min: 0n, max: 900n }) });

interface Turn {
  readonly rules: readonly ActiveRule[];
  readonly free: { readonly roubles: bigint; readonly dollars: bigint };
  readonly byHand: readonly bigint[];
}
const anyTurn: fc.Arbitrary<Turn> = fc.record({
  rules: anyRules,
  free: anyFree,
  byHand: fc.array(fc.constantFrom(10n, 70n, 500n), { maxLength: 3 }),
});

/** The open slots after a plan was executed. */
function carryOut(slots: readonly OpenSlot[], plan: ReturnType<typeof planSlots>, turn: number): OpenSlot[] {
  const made = plan.publish.flatMap(({ rule, count }) =>
    Array.from({ length: count }, (_, i): OpenSlot => ({ ...rule, id: `${turn} ${slotRuleKey(rule)} ${i}`, ruleKey: slotRuleKey(rule) })),
  );
  return [...slots.filter(({ id }) => !plan.withdraw.includes(id)), ...made];
}

const sumOf = (slots: readonly OpenSlot[], wallet: string): bigint =>
  slots.filter((slot) => slot.wallet === wallet).reduce((sum, { outcomeAmount }) => sum + outcomeAmount, 0n);

it('never promises more than is free, opens at most what a rule allows, keeps slots of operators, and is stable', () => {
  fc.assert(
    fc.property(fc.array(anyTurn, { minLength: 1, maxLength: 4 }), (turns) => {
      let own: OpenSlot[] = [];
      for (const [at, { rules, free, byHand }] of turns.entries()) {
        const hand = byHand.map((outcomeAmount, i): OpenSlot => ({ ...makeRule({ outcomeAmount }), id: `hand ${at} ${i}`, ruleKey: null }));
        const wallets = new Map(Object.entries(free));
        const slots = [...hand, ...own];
        const plan = planSlots({ rules, slots, free: wallets });
        const after = carryOut(slots, plan, at);
        own = after.filter(({ ruleKey }) => ruleKey !== null);
        expect(after.filter(({ ruleKey }) => ruleKey === null)).toEqual(hand);
        for (const [wallet, amount] of wallets) {
          const promised = sumOf(own, wallet);
          expect(promised === 0n || promised + sumOf(hand, wallet) <= amount).toBe(true);
        }
        for (const rule of rules) {
          const count = own.filter(({ ruleKey }) => ruleKey === slotRuleKey(rule)).length;
          expect(count).toBeLessThanOrEqual(rule.enabled && rule.isOpen ? rule.count : 0);
          // Fewer only where one more would be too much
          const left = (wallets.get(rule.wallet) ?? 0n) - sumOf(after, rule.wallet);
          if (rule.enabled && rule.isOpen && count < rule.count) expect(left).toBeLessThan(rule.outcomeAmount);
        }
        expect(own.every(({ ruleKey }) => rules.some((rule) => slotRuleKey(rule) === ruleKey))).toBe(true);
        expect(planSlots({ rules, slots: after, free: wallets })).toEqual({ withdraw: [], publish: [] });
      }
    }),
    { numRuns: 500 },
  );
});

it('divides a short reserve among the rules, withdraws the newest first, and replaces slots of changed rules', () => {
  const [small, large] = [makeRule({ outcomeAmount: 10n, count: 4 }), makeRule({ outcomeAmount: 30n, count: 2 })];
  const free = (amount: bigint) => new Map([['roubles', amount]]);
  const { publish } = planSlots({ rules: [small, large], slots: [], free: free(60n) });
  expect(publish.map(({ rule, count }) => [rule.outcomeAmount, count])).toEqual([
    [10n, 3],
    [30n, 1],
  ]);
  const slots = carryOut([], { withdraw: [], publish }, 0);
  const less = planSlots({ rules: [small, large], slots, free: free(25n) });
  expect(less).toEqual({ withdraw: [slots[2]?.id, slots[3]?.id], publish: [] });
  const dearer = { ...small, premiumPpm: 2_000 };
  const anew = planSlots({ rules: [dearer], slots, free: free(60n) });
  expect(anew.withdraw).toHaveLength(4);
  expect(anew.publish).toEqual([{ rule: dearer, count: 4 }]);
});
