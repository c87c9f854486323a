import { officeListSlotRules, type OfficeSlotRuleAttributes } from '#contract/office-slot-rules.ts';
import { formatAmount } from '#core/money/amount.ts';
import { sideInTheWay } from '#core/order/admission.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept } from '#core/result.ts';
import { type SlotRule, slotRuleKey } from '#core/slots/slot-rules.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { countSlotsOfRules, findSlotRules } from './rule-store.ts';

interface Standing {
  readonly open: number;
  readonly held: number;
}

function stateOf({ catalogue }: Pick<Deps, 'catalogue'>, rule: SlotRule, { open }: Standing): OfficeSlotRuleAttributes['state'] {
  const { incomeCode, outcomeCode } = rule;
  const sides = { income: catalogue.paymentSystem(incomeCode), outcome: catalogue.paymentSystem(outcomeCode) };
  if (!rule.enabled) return 'off';
  if (sideInTheWay({ ...sides, direction: catalogue.direction(incomeCode, outcomeCode) }) !== null) return 'closed';
  return open < rule.count ? 'short' : 'full';
}

function presentRule(
  deps: Pick<Deps, 'catalogue'>,
  rule: SlotRule,
  of: { readonly outcome: PaymentSystem; readonly standing: Standing },
): OfficeSlotRuleAttributes {
  const { outcome, standing } = of;
  return {
    income_payment_system_id: rule.incomeCode,
    outcome_payment_system_id: rule.outcomeCode,
    outcome_currency_iso_code: outcome.currency,
    outcome_amount: formatAmount(rule.outcomeAmount, outcome.scale),
    count: rule.count,
    premium_ppm: rule.premiumPpm,
    eta_minutes: rule.etaMinutes,
    enabled: rule.enabled,
    open_count: standing.open,
    held_count: standing.held,
    state: stateOf(deps, rule, standing),
  };
}

const systemOf = ({ code, currency, scale, precision }: PaymentSystem) => ({ code, currency, scale, precision });

/** The rules that keep slots open (domain 4); what they say is changed through `changes`. */
export const officeSlotRuleRoutes = (deps: Deps): Route[] => [
  route(officeListSlotRules, async () => {
    const [rules, standing] = await Promise.all([findSlotRules(deps.db), countSlotsOfRules(deps.db)]);
    const data = rules.flatMap((rule) => {
      const [id, outcome] = [slotRuleKey(rule), deps.catalogue.paymentSystem(rule.outcomeCode)];
      if (!outcome) return [];
      const attributes = presentRule(deps, rule, { outcome, standing: standing.get(id) ?? { open: 0, held: 0 } });
      return [{ type: 'slot_rules', id, attributes }];
    });
    return accept({ data, meta: { payment_systems: deps.catalogue.paymentSystems().map(systemOf) } });
  }),
];
