import type { OpeningFacts } from '#core/staff/opening.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deps } from '#server/deps.ts';
import { countSources } from '#server/market/count-sources.ts';
import { hasRequisites } from '#server/pool/has-requisites.ts';
import { hasSecondFactor } from '#server/second-factors/sign-in-methods.ts';
import { shopFacts } from '#server/shop/opening-facts.ts';
import { findLastCheck } from './mail-check.ts';

export type FactDeps = Pick<Deps, 'db' | 'clock' | 'catalogue' | 'quotes' | 'settings'>;

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

/** Facts about a shop that is being set up, for the owner who asks. */
export async function gatherFacts(deps: FactDeps, userId: string): Promise<OpeningFacts> {
  const [shop, check, sources, pools, hasFactor] = await Promise.all([
    shopFacts(deps.db),
    findLastCheck(deps.db),
    countSources(deps.db),
    poolFacts(deps),
    hasSecondFactor(deps.db, userId),
  ]);
  const { publicUrl, mode } = deps.settings;
  // Without systems nothing is priced: then an answering source is enough
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
