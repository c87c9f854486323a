import { officeCheckMail, officeGetOpening, officeOpenShop, type OpeningAttributes } from '#contract/office/shop/opening.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse } from '#core/result.ts';
import { missingSteps, type OpeningFacts, openingSteps } from '#core/staff/opening.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { countSources } from '#server/market/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { hasRequisites } from '#server/pool/queries.ts';
import { hasSecondFactor } from '#server/second-factors/sign-in-methods.ts';
import { shopFacts } from '#server/shop/shop.ts';
import { openShop } from '#server/switches/switch-off.ts';
import { takesOrders } from '#server/switches/switches.ts';
import { findLastCheck, queueMailCheck } from './mail-check.ts';

type FactDeps = Pick<Deps, 'db' | 'clock' | 'catalogue' | 'quotes' | 'settings'>;

/** Whether the shop has an HTTPS address. */
const isHttps = (publicUrl: string): boolean => new URL(publicUrl).protocol === 'https:';

/** How much of the catalogue is ready. */
function catalogueFacts({ catalogue, quotes }: FactDeps) {
  const systems = catalogue.paymentSystems();
  const directions = catalogue.directions().filter(({ enabled }) => enabled);
  return {
    systems: systems.length,
    drafts: systems.filter(({ incomeEnabled, outcomeEnabled }) => !(incomeEnabled || outcomeEnabled)).length,
    directions: directions.length,
    pricedDirections: directions.filter((pair) => quotes.priceOf(pair).ok).length,
    funded: systems.filter(({ code, outcomeEnabled }) => outcomeEnabled && catalogue.reserve(code) > 0n).length,
  };
}

const receivesByHand = ({ rail, incomeEnabled, outcomeEnabled }: PaymentSystem): boolean =>
  rail === 'manual' && (incomeEnabled || !outcomeEnabled);

/** Systems whose payments operators receive, now or once opened, and how many have requisites. */
async function poolFacts({ db, clock, catalogue }: FactDeps) {
  const manual = catalogue.paymentSystems().filter(receivesByHand);
  const ready = await Promise.all(manual.map(({ code }) => hasRequisites(db, code, clock.now())));
  return { manualSystems: manual.length, manualReady: ready.filter(Boolean).length };
}

/** Facts about a shop that is being set up, for one owner. */
async function gatherFacts(deps: FactDeps, userId: string): Promise<OpeningFacts> {
  const [shop, check, sources, pools, hasFactor] = await Promise.all([
    shopFacts(deps.db),
    findLastCheck(deps.db),
    countSources(deps.db),
    poolFacts(deps),
    hasSecondFactor(deps.db, userId),
  ]);
  const { publicUrl, mode } = deps.settings;
  // A shop without systems has no prices; then `sources` alone tells whether a rate source responds
  const priced = deps.catalogue.paymentSystems().filter(({ code }) => deps.quotes.usdOf(code) !== undefined);
  return {
    ...catalogueFacts(deps),
    ...pools,
    ...shop,
    hasSecondFactor: hasFactor,
    needsSecondFactor: mode === 'production',
    hasOwnAddress: isHttps(publicUrl),
    mailCheck: check?.outcome ?? 'none',
    sources,
    pricedSymbols: new Set(priced.map(({ marketSymbol }) => marketSymbol)).size,
  };
}

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
