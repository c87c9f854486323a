import { officeGetDirection, officeListDirections } from '#contract/office/catalogue/directions.ts';
import { officeGetPaymentSystem, officeListLibrary, officeListPaymentSystems } from '#contract/office/catalogue/payment-systems.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { matchesQuery } from '#core/payment-system/search.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { hasMovements } from '#server/rate-desk/has-movements.ts';
import { railServes } from '#server/payment-systems/library/entry.ts';
import { fromLibrary, LIBRARY_CODES } from '#server/payment-systems/library/library.ts';
import { findAllPaymentSystems } from '#server/payment-systems/find-catalogue.ts';
import { readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { countDirections, findDirections, textsOf } from './directions-store.ts';
import { filterSystems } from './filter-systems.ts';
import { presentDirection, presentLibrarySystem, presentSystem } from './present.ts';
import { readChecks, readSystemFacts } from './systems-store.ts';

type ListDeps = Pick<Deps, 'db' | 'rails' | 'catalogue'>;

const railsOf = (deps: ListDeps): string[] => [...deps.rails.keys()];
const byCode = (systems: readonly PaymentSystem[]) => new Map(systems.map((system) => [system.code, system]));

async function resourcesOf(deps: ListDeps, systems: readonly PaymentSystem[], locale: Locale) {
  const [facts, checks] = [await readSystemFacts(deps.db), await readChecks(deps.db)];
  return systems.map((system) => ({
    type: 'payment_systems',
    id: system.code,
    attributes: presentSystem(system, { reserve: deps.catalogue.reserve(system.code), facts: facts.get(system.code), checks, locale }),
  }));
}

const listSystems = (deps: ListDeps): Route =>
  route(officeListPaymentSystems, async ({ query, locale }) => {
    const systems = await findAllPaymentSystems(deps.db);
    const currencies = [...new Set(systems.map(({ currency }) => currency))].toSorted();
    return accept({ data: await resourcesOf(deps, filterSystems(systems, query), locale), meta: { currencies, rails: railsOf(deps) } });
  });

const getSystem = (deps: ListDeps): Route =>
  route(officeGetPaymentSystem, async ({ params, locale }) => {
    const system = byCode(await findAllPaymentSystems(deps.db)).get(params.code);
    const [data] = system === undefined ? [] : await resourcesOf(deps, [system], locale);
    if (system === undefined || data === undefined) return refuse({ code: 'not_found' });
    return accept({ data, meta: { has_moved: await hasMovements(deps.db, system), rails: railsOf(deps) } });
  });

const listLibrary = (deps: ListDeps): Route =>
  route(officeListLibrary, async ({ query, locale }) => {
    const existing = byCode(await findAllPaymentSystems(deps.db));
    const lastSort = Math.max(0, ...[...existing.values()].map(({ sort }) => sort));
    const rails = railsOf(deps);
    const librarySystems = LIBRARY_CODES.flatMap((code, i) => {
      const system = fromLibrary(code, query.rail ?? rails[0] ?? 'manual');
      return system === undefined ? [] : [{ ...system, sort: lastSort + (i + 1) * 10 }];
    });
    const matching = librarySystems.filter(
      (system) => (query.kind === undefined || system.kind === query.kind) && matchesQuery(textsOf(system), query.q ?? ''),
    );
    const data = matching.map((system) => ({
      type: 'library_systems',
      id: system.code,
      attributes: presentLibrarySystem(system, {
        isPresent: existing.has(system.code),
        rails: rails.filter((rail) => railServes(rail, system)),
        locale,
      }),
    }));
    return accept({ data, meta: { rails } });
  });

const listDirections = (deps: ListDeps): Route =>
  route(officeListDirections, async (call) => {
    const { query, locale } = call;
    const page = readPageRequest(call);
    const systems = await findAllPaymentSystems(deps.db);
    const [rows, total] = await Promise.all([findDirections(deps.db, systems, query, page), countDirections(deps.db, systems, query)]);
    const sides = byCode(systems);
    return accept({
      data: rows.map((direction) => ({
        type: 'directions',
        id: `${direction.incomeCode}>${direction.outcomeCode}`,
        attributes: presentDirection(direction, sides, locale),
      })),
      page: { page: page.page, per: page.per, total },
    });
  });

const getDirection = (deps: ListDeps): Route =>
  route(officeGetDirection, async ({ params, locale }) => {
    const sides = byCode(await findAllPaymentSystems(deps.db));
    const [income, outcome] = [sides.get(params.income), sides.get(params.outcome)];
    const presentSides = [income, outcome].filter((system) => system !== undefined);
    const rows =
      presentSides.length === 2 ? await findDirections(deps.db, presentSides, { income: params.income, outcome: params.outcome }) : [];
    const direction = rows.find(({ incomeCode, outcomeCode }) => incomeCode === params.income && outcomeCode === params.outcome);
    if (direction === undefined || !income || !outcome) return refuse({ code: 'not_found' });
    const data = { type: 'directions', id: `${income.code}>${outcome.code}`, attributes: presentDirection(direction, sides, locale) };
    return accept({ data, meta: { income_scale: income.scale, outcome_scale: outcome.scale } });
  });

/** Office endpoints that read the catalogue (domain 10). */
export const catalogueListRoutes = (deps: ListDeps): Route[] => [
  listSystems(deps),
  getSystem(deps),
  listLibrary(deps),
  listDirections(deps),
  getDirection(deps),
];
