import { officeListSlotRules, type OfficeSlotRuleAttributes } from '#contract/office/catalogue/slot-rules.ts';
import { formatAmount } from '#core/money/amount.ts';
import { closedSide } from '#core/order/admission.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept } from '#core/result.ts';
import { type SlotRule, slotRuleKey } from '#core/slots/slot-rules.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { countSlotsOfRules, findSlotRules } from './rule-store.ts';

interface SlotCounts {
  readonly open: number;
  readonly held: number;
}

function stateOf({ catalogue }: Pick<Deps, 'catalogue'>, rule: SlotRule, { open }: SlotCounts): OfficeSlotRuleAttributes['state'] {
  const { incomeCode, outcomeCode } = rule;
  const sides = { income: catalogue.paymentSystem(incomeCode), outcome: catalogue.paymentSystem(outcomeCode) };
  if (!rule.enabled) return 'off';
  if (closedSide({ ...sides, direction: catalogue.direction(incomeCode, outcomeCode) }) !== null) return 'closed';
  return open < rule.count ? 'short' : 'full';
}

function presentRule(
  deps: Pick<Deps, 'catalogue'>,
  rule: SlotRule,
  context: { readonly outcome: PaymentSystem; readonly counts: SlotCounts },
): OfficeSlotRuleAttributes {
  const { outcome, counts } = context;
  return {
    income_payment_system_id: rule.incomeCode,
    outcome_payment_system_id: rule.outcomeCode,
    outcome_currency_iso_code: outcome.currency,
    outcome_amount: formatAmount(rule.outcomeAmount, outcome.scale),
    count: rule.count,
    premium_ppm: rule.premiumPpm,
    eta_minutes: rule.etaMinutes,
    enabled: rule.enabled,
    open_count: counts.open,
    held_count: counts.held,
    state: stateOf(deps, rule, counts),
  };
}

const systemOf = ({ code, currency, scale, precision }: PaymentSystem) => ({ code, currency, scale, precision });

/** Lists the rules that keep slots open (domain 4); they are edited through `changes`. */
export const officeSlotRuleRoutes = (deps: Deps): Route[] => [
  route(officeListSlotRules, async () => {
    const [rules, countsByRule] = await Promise.all([findSlotRules(deps.db), countSlotsOfRules(deps.db)]);
    const data = rules.flatMap((rule) => {
      const [id, outcome] = [slotRuleKey(rule), deps.catalogue.paymentSystem(rule.outcomeCode)];
      if (!outcome) return [];
      const attributes = presentRule(deps, rule, { outcome, counts: countsByRule.get(id) ?? { open: 0, held: 0 } });
      return [{ type: 'slot_rules', id, attributes }];
    });
    return accept({ data, meta: { payment_systems: deps.catalogue.paymentSystems().map(systemOf) } });
  }),
];
