import { officeCheckMail, officeGetOpening, officeOpenShop, type OpeningAttributes } from '#contract/office/shop/opening.ts';
import { missingSteps, openingSteps } from '#core/staff/opening.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { openShop } from '#server/switches/switch-off.ts';
import { takesOrders } from '#server/switches/takes-orders.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { gatherFacts } from './gather-facts.ts';
import { queueMailCheck, findLastCheck } from './mail-check.ts';

async function presentOpening(deps: Deps, db: Queryable, userId: string) {
  const [facts, check, isOpen] = await Promise.all([gatherFacts(deps, userId), findLastCheck(db), takesOrders(db, deps.clock.now())]);
  const attributes: OpeningAttributes = {
    is_open: isOpen,
    steps: [...openingSteps(facts)],
    facts: { ...facts },
    public_url: deps.settings.publicUrl,
    mail_check: check === undefined ? null : { to: check.to, at: toRfc3339(check.askedAt), outcome: check.outcome, reason: check.reason },
  };
  return { data: { type: 'openings', id: 'shop', attributes } };
}

/** Owner endpoints for opening the shop (domain 10). */
export const officeOpeningRoutes = (deps: Deps): Route[] => [
  route(officeGetOpening, async ({ visitor: operator }) => {
    return accept(await presentOpening(deps, deps.db, operator.userId));
  }),
  route(officeCheckMail, async ({ visitor: operator, tx, body, locale }) => {
    const { userId } = operator;
    await queueMailCheck(deps, tx, { to: body.to, locale, operatorId: userId });
    return accept(await presentOpening(deps, tx, userId));
  }),
  route(officeOpenShop, async ({ visitor: operator, tx }) => {
    const { userId } = operator;
    const missing = missingSteps(openingSteps(await gatherFacts(deps, userId)));
    if (missing.length > 0) return refuse({ code: 'order_state_conflict', message: 'opening_incomplete', meta: { missing } });
    await openShop(deps, tx, { operatorId: userId });
    return accept(await presentOpening(deps, tx, userId));
  }),
];
