import * as z from 'zod/mini';
import { DirectionShape } from '#contract/direction-document.ts';
import type { RulePlan } from '#contract/office-catalogue.ts';
import { directionsByRule, type RuleSettings } from '#core/catalogue/directions-by-rule.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { documentOf } from '#server/changes/check-items.ts';
import { directionsNow, paymentSystemsNow } from '#server/payment-systems/find-catalogue.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { PlanRefusal, WishList } from './wish.ts';

/** What a rule may say of its directions; amounts are left out, because they mean something else in every currency. */
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

/** What a rule wishes ("all fiat to all crypto, margin 2 %", domain 10). */
export async function wishedByRule(db: Queryable, plan: RulePlan): Promise<Result<WishList, PlanRefusal>> {
  const settings = Settings.safeParse(plan.settings);
  if (!settings.success)
    return refuse({ code: 'invalid_format', field: `plan/settings/${settings.error.issues[0]?.path.join('/') ?? ''}` });
  const [systems, directions] = [await paymentSystemsNow(db), await directionsNow(db)];
  const given = Object.fromEntries(Object.entries(settings.data).filter(([, value]) => value !== undefined)) as RuleSettings;
  const ruled = directionsByRule(
    { income: plan.income, outcome: plan.outcome, settings: given, existing: plan.existing, sameCurrency: plan.same_currency },
    { systems, directions },
  );
  const wished = ruled.map(({ before, after }) => ({
    entity: 'direction' as const,
    key: `${after.incomeCode}>${after.outcomeCode}`,
    now: before === null ? null : documentOf(before),
    next: documentOf(after),
    row: null,
  }));
  return accept({ wished, problems: [], columnOf: (member) => member });
}
