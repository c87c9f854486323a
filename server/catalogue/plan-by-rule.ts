import * as z from 'zod/mini';
import { DirectionShape } from '#contract/office/catalogue/direction-document.ts';
import type { RulePlan } from '#contract/office/catalogue/plans.ts';
import { directionsByRule, type RuleSettings } from '#core/catalogue/directions-by-rule.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { documentOf } from '#server/changes/check-items.ts';
import { findAllDirections, findAllPaymentSystems } from '#server/payment-systems/find-catalogue.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { PlanRefusal, ProposedChanges } from './proposed-changes.ts';

/** Members that a rule may set; no amounts, because they differ between currencies. */
const Settings = z.strictObject({
  enabled: z.optional(z.boolean()),
  rateType: z.optional(DirectionShape.shape.rateType),
  marginPpm: z.optional(z.int()),
  incomeFeePpm: z.optional(z.int()),
  outcomeFeePpm: z.optional(z.int()),
  tolerancePpm: z.optional(z.int()),
  paymentWindowMs: z.optional(z.int()),
  etaMinutes: z.optional(z.int()),
  deniedCountries: z.optional(z.array(z.string())),
});

/** Proposed directions of a rule such as "all fiat to all crypto, margin 2 %" (domain 10). */
export async function proposeByRule(db: Queryable, plan: RulePlan): Promise<Result<ProposedChanges, PlanRefusal>> {
  const settings = Settings.safeParse(plan.settings);
  if (!settings.success)
    return refuse({ code: 'invalid_format', field: `plan/settings/${settings.error.issues[0]?.path.join('/') ?? ''}` });
  const [systems, directions] = [await findAllPaymentSystems(db), await findAllDirections(db)];
  const definedSettings = Object.fromEntries(Object.entries(settings.data).filter(([, value]) => value !== undefined)) as RuleSettings;
  const directionsOfRule = directionsByRule(
    { income: plan.income, outcome: plan.outcome, settings: definedSettings, existing: plan.existing, sameCurrency: plan.same_currency },
    { systems, directions },
  );
  const proposed = directionsOfRule.map(({ before, after }) => ({
    entity: 'direction' as const,
    key: `${after.incomeCode}>${after.outcomeCode}`,
    now: before === null ? null : documentOf(before),
    next: documentOf(after),
    row: null,
  }));
  return accept({ proposed, problems: [], columnOf: (member) => member });
}
