import { type OfficeDirectionAttributes, officeGetDirection, officeListDirections } from '#contract/office/catalogue/directions.ts';
import {
  type LibraryAttributes,
  officeGetPaymentSystem,
  officeListLibrary,
  officeListPaymentSystems,
  type OfficePaymentSystemAttributes,
} from '#contract/office/catalogue/payment-systems.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { percentOfPpm } from '#core/money/percent.ts';
import { closedSide } from '#core/order/admission.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { matchesQuery } from '#core/payment-system/search.ts';
import { accept, refuse } from '#core/result.ts';
import { isEqualJson } from '#core/text/canonical-json.ts';
import { toRfc3339 } from '#core/time.ts';
import { documentOf } from '#server/changes/check-items.ts';
import type { Deps } from '#server/deps.ts';
import { railServes } from '#server/payment-systems/library/entry.ts';
import { fromLibrary, LIBRARY_CODES } from '#server/payment-systems/library/library.ts';
import { readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { readPaymentSystems } from '#server/payment-systems/queries.ts';
import { hasMovements } from '#server/rate-desk/has-movements.ts';
import {
  type CheckRow,
  countDirections,
  filterSystems,
  findDirections,
  readChecks,
  readSystemFacts,
  type SystemFacts,
  textsOf,
} from './store.ts';

interface SystemContext {
  readonly reserve: bigint;
  readonly facts: SystemFacts | undefined;
  readonly checks: readonly CheckRow[];
  readonly locale: Locale;
}

/** A payment system for the list and the form of the office. */
function presentSystem(system: PaymentSystem, { reserve, facts, checks, locale }: SystemContext): OfficePaymentSystemAttributes {
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
const presentLibrarySystem = (
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
function presentDirection(direction: Direction, systems: ReadonlyMap<string, PaymentSystem>, locale: Locale): OfficeDirectionAttributes {
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
    const systems = await readPaymentSystems(deps.db);
    const currencies = [...new Set(systems.map(({ currency }) => currency))].toSorted();
    return accept({ data: await resourcesOf(deps, filterSystems(systems, query), locale), meta: { currencies, rails: railsOf(deps) } });
  });

const getSystem = (deps: ListDeps): Route =>
  route(officeGetPaymentSystem, async ({ params, locale }) => {
    const system = byCode(await readPaymentSystems(deps.db)).get(params.code);
    const [data] = system === undefined ? [] : await resourcesOf(deps, [system], locale);
    if (system === undefined || data === undefined) return refuse({ code: 'not_found' });
    return accept({ data, meta: { has_moved: await hasMovements(deps.db, system), rails: railsOf(deps) } });
  });

const listLibrary = (deps: ListDeps): Route =>
  route(officeListLibrary, async ({ query, locale }) => {
    const existing = byCode(await readPaymentSystems(deps.db));
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
    const systems = await readPaymentSystems(deps.db);
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
    const sides = byCode(await readPaymentSystems(deps.db));
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
