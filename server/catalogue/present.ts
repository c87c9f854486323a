import type { LibraryAttributes, OfficePaymentSystemAttributes } from '#contract/office/catalogue/payment-systems.ts';
import type { OfficeDirectionAttributes } from '#contract/office/catalogue/directions.ts';
import { percentOfPpm } from '#core/money/percent.ts';
import { isEqualJson } from '#core/text/json.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { closedSide } from '#core/order/admission.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { toRfc3339 } from '#core/time.ts';
import { documentOf } from '#server/changes/check-items.ts';
import type { CheckRow, SystemFacts } from './systems-store.ts';

export interface SystemContext {
  readonly reserve: bigint;
  readonly facts: SystemFacts | undefined;
  readonly checks: readonly CheckRow[];
  readonly locale: Locale;
}

/** A payment system for the list and the form of the office. */
export function presentSystem(system: PaymentSystem, { reserve, facts, checks, locale }: SystemContext): OfficePaymentSystemAttributes {
  const check = checks.find(
    ({ code, rail, settings }) => code === system.code && rail === system.rail && isEqualJson(settings, system.railSettings),
  );
  const amountText = (minor: bigint): string => formatAmount(minor, system.scale);
  return {
    code: system.code,
    kind: system.kind,
    stage: system.stage,
    name: system.name[locale],
    currency: system.currency,
    network: system.network,
    rail: system.rail,
    min_amount: amountText(system.minAmount),
    max_amount: amountText(system.maxAmount),
    reserve: amountText(reserve),
    income_enabled: system.incomeEnabled,
    outcome_enabled: system.outcomeEnabled,
    directions: facts?.directions ?? 0,
    open_orders: facts?.openOrders ?? 0,
    sort: system.sort,
    mark: { ...system.mark },
    checked_at: check === undefined ? null : toRfc3339(check.checked_at.getTime()),
    check_problem: check?.problem ?? null,
    document: documentOf(system),
  };
}

/** A payment system of the library for the response. */
export const presentLibrarySystem = (
  system: PaymentSystem,
  context: { readonly isPresent: boolean; readonly rails: readonly string[]; readonly locale: Locale },
): LibraryAttributes => ({
  code: system.code,
  kind: system.kind,
  name: system.name[context.locale],
  currency: system.currency,
  network: system.network,
  mark: { ...system.mark },
  is_present: context.isPresent,
  rails: [...context.rails],
  document: documentOf(system),
});

/** A direction for the list and the form of the office. */
export function presentDirection(
  direction: Direction,
  systems: ReadonlyMap<string, PaymentSystem>,
  locale: Locale,
): OfficeDirectionAttributes {
  const [income, outcome] = [systems.get(direction.incomeCode), systems.get(direction.outcomeCode)];
  const amountText = (minor: bigint | null): string | null => (minor === null || !income ? null : formatAmount(minor, income.scale));
  return {
    income: direction.incomeCode,
    outcome: direction.outcomeCode,
    income_name: income?.name[locale] ?? direction.incomeCode,
    outcome_name: outcome?.name[locale] ?? direction.outcomeCode,
    income_currency: income?.currency ?? '',
    outcome_currency: outcome?.currency ?? '',
    enabled: direction.enabled,
    is_open: closedSide({ income, outcome, direction }) === null,
    rate_type: direction.rateType,
    margin_percent: percentOfPpm(direction.marginPpm),
    income_fee_percent: percentOfPpm(direction.incomeFeePpm),
    outcome_fee_percent: percentOfPpm(direction.outcomeFeePpm),
    min_income: amountText(direction.minIncome),
    max_income: amountText(direction.maxIncome),
    eta_minutes: direction.etaMinutes,
    document: documentOf(direction),
  };
}
