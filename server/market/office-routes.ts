import {
  officeChooseRateSources,
  officeConfirmPrice,
  officeGetMarketPrice,
  officeGetRateEvidence,
  officeGetRateSourceChoice,
  officeListMarketPrices,
  officeListRateSources,
  type MarketPriceAttributes,
  type RateSourceChoiceAttributes,
} from '#contract/office/catalogue/market.ts';
import { isKnownSource, KNOWN_SOURCES } from '#contract/office/catalogue/rate-source-choice.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { chooseSources } from './choose-sources.ts';
import { confirmPrice } from './confirm-price.ts';
import { unpackEvidence } from './evidence.ts';
import { presentEvidence, presentPrice, presentSource } from './present.ts';
import { findChoice, findMarketSettings, listSourceStates } from './store.ts';
import { findEvidence, findNewestEvidence } from './queries.ts';

interface PriceResource {
  readonly type: string;
  readonly id: string;
  readonly attributes: MarketPriceAttributes;
}

/** Prices of the newest snapshot; empty before the first one. */
async function newestPrices(deps: Deps, db: Queryable): Promise<readonly PriceResource[]> {
  const [row, settings] = await Promise.all([findNewestEvidence(db), findMarketSettings(db)]);
  if (!row?.evidence) return [];
  const context = { row, settings, now: deps.clock.now() };
  return Object.entries(unpackEvidence(row.evidence)).map(([symbol, evidence]) => ({
    type: 'market_prices',
    id: symbol,
    attributes: presentPrice(symbol, evidence, context),
  }));
}

async function newestPrice(deps: Deps, db: Queryable, symbol: string) {
  const price = (await newestPrices(deps, db)).find(({ id }) => id === symbol);
  return price ? accept({ data: price }) : refuse({ code: 'not_found' });
}

const listPricesRoute = (deps: Deps): Route =>
  route(officeListMarketPrices, async () => {
    return accept({ data: [...(await newestPrices(deps, deps.db))] });
  });

const getPriceRoute = (deps: Deps): Route =>
  route(officeGetMarketPrice, async ({ params }) => {
    return await newestPrice(deps, deps.db, params.symbol);
  });

const confirmRoute = (deps: Deps): Route =>
  route(officeConfirmPrice, async ({ visitor: operator, params, body, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const confirmed = await confirmPrice(deps, tx, { symbol: params.symbol, level: body.level, note, operatorId: operator.userId });
    return confirmed.ok ? await newestPrice(deps, tx, params.symbol) : confirmed;
  });

const listSourcesRoute = (deps: Deps): Route =>
  route(officeListRateSources, async () => {
    const [rows, now] = [await listSourceStates(deps.db), deps.clock.now()];
    return accept({ data: rows.map((row) => ({ type: 'rate_sources', id: row.name, attributes: presentSource(row, now) })) });
  });

/** The built-in sources in use, presented as the choice until one is saved. Custom names from environment variables are left out. */
const builtInSourcesInUse = async (db: Queryable): Promise<readonly string[]> => {
  const names = (await listSourceStates(db)).map(({ name }) => name);
  return names.filter(isKnownSource);
};

async function choiceOf(db: Queryable): Promise<{ type: string; id: string; attributes: RateSourceChoiceAttributes }> {
  const { names: chosen, urls, version } = await findChoice(db);
  const names = version === 0 ? await builtInSourcesInUse(db) : chosen;
  return {
    type: 'rate_source_choices',
    id: 'choice',
    attributes: { names: [...names], urls: { ...urls }, version, known: [...KNOWN_SOURCES] },
  };
}

const getChoiceRoute = (deps: Deps): Route =>
  route(officeGetRateSourceChoice, async () => {
    return accept({ data: await choiceOf(deps.db) });
  });

const chooseRoute = (deps: Deps): Route =>
  route(officeChooseRateSources, async ({ visitor: operator, body, tx }) => {
    const chosen = await chooseSources(deps, tx, { ...body, operatorId: operator.userId, isOwner: operator.role === 'owner' });
    return chosen.ok ? accept({ data: await choiceOf(tx) }) : chosen;
  });

const evidenceRoute = (deps: Deps): Route =>
  route(officeGetRateEvidence, async ({ params }) => {
    const row = await findEvidence(deps.db, params.snapshot_id);
    if (!row) return refuse({ code: 'not_found' });
    const evidenceBySymbol = row.evidence ? Object.entries(unpackEvidence(row.evidence)) : [];
    const prices = evidenceBySymbol.map(([symbol, evidence]) => presentEvidence(symbol, evidence));
    return accept({
      data: {
        type: 'rate_evidence',
        id: row.id,
        attributes: { taken_at: toRfc3339(row.taken_at.getTime()), is_demo: row.is_demo, prices },
      },
    });
  });

/** Office endpoints of sources and market prices (domain 2 and 10). */
export const officeMarketRoutes = (deps: Deps): Route[] => [
  listPricesRoute(deps),
  getPriceRoute(deps),
  confirmRoute(deps),
  listSourcesRoute(deps),
  getChoiceRoute(deps),
  chooseRoute(deps),
  evidenceRoute(deps),
];
