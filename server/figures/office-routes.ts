import {
  type FigureOrderAttributes,
  type FiguresAttributes,
  type PromiseAttributes,
  officeFigureOrdersCsv,
  officeGetFigures,
  officeListFigureOrders,
  officeListPromises,
  officePromisesCsv,
} from '#contract/office/shop/figures.ts';
import { type DayRange, unitStarts, type Period, periodOf, type PeriodName, daysOfUnit, type PromiseUnit } from '#core/figures/figures.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { csvFile } from '#server/audit-log/csv-file.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { type CountedPeriod, splitByDays, splitByMonths, uncounted } from './counted-period.ts';
import { countPromises, type PromiseRow } from './promises-store.ts';
import { reserveDays } from './reserve-days.ts';
import { countFigureOrders, type FigureFilter, type FigureOrderRow, listFigureOrders } from './store.ts';
import { countOfDays, countOutcomes, medianSteps, sumPeriod, sumsByDirection, sumsByOperator, sumsByTime } from './sums-store.ts';

type FigureDeps = Pick<Deps, 'db' | 'clock' | 'catalogue' | 'random' | 'secrets' | 'settings' | 'live' | 'log'>;

const ZERO_TOTALS = { completed: 0, turnover_usd: '0.00', earnings_usd: '0.00' } as const;

async function partsOf({ db }: FigureDeps, period: Period, byDays: CountedPeriod): Promise<FiguresAttributes['parts']> {
  const sums = await sumsByTime(db, period.unit, period.unit === 'hour' ? uncounted(period) : byDays);
  const totals = new Map(sums.map(({ at, ...row }) => [at.getTime(), row]));
  return unitStarts(period).map((at) => ({ at: toRfc3339(at), ...(totals.get(at) ?? ZERO_TOTALS) }));
}

async function reservesOf(deps: FigureDeps): Promise<FiguresAttributes['reserves']> {
  return (await reserveDays(deps)).map(({ wallet, system, free, paidADay, daysLeft }) => ({
    wallet,
    currency_iso_code: system.currency,
    free: formatAmount(free, system.scale),
    paid_a_day: formatAmount(paidADay, system.scale),
    days_left: daysLeft,
  }));
}

async function listsOf(deps: FigureDeps, period: Period, byDays: CountedPeriod) {
  const [directions, operators, parts, reserves, outcomes] = await Promise.all([
    sumsByDirection(deps.db, byDays),
    sumsByOperator(deps.db, period),
    partsOf(deps, period, byDays),
    reservesOf(deps),
    countOutcomes(deps.db, byDays),
  ]);
  return {
    outcomes,
    parts,
    reserves,
    operators: operators.map(({ name, ...row }) => ({ ...row, name: name ?? row.operator_id })),
    directions: directions.map(({ income_code: income, outcome_code: outcome, ...row }) => ({
      income_payment_system_id: income,
      outcome_payment_system_id: outcome,
      ...row,
    })),
  };
}

/** Orders of a set that were created or ended in the part of a period that was not counted. */
async function countInRest({ db }: FigureDeps, { rest }: CountedPeriod, set: 'created' | 'unknown'): Promise<number> {
  const counts = await Promise.all(rest.map((span) => countFigureOrders(db, { period: { ...span, unit: 'day' }, set })));
  return counts.reduce((total, count) => total + count, 0);
}

const STEPS = ['pay', 'confirm', 'payout'] as const;

async function stepsOf({ db }: FigureDeps, period: Period): Promise<FiguresAttributes['steps']> {
  const medians = new Map((await medianSteps(db, await splitByMonths(db, period))).map((row) => [row.step, row]));
  return STEPS.map((step) => medians.get(step) ?? { step, median_minutes: null, orders: 0 });
}

async function figuresOf(deps: FigureDeps, period: Period): Promise<FiguresAttributes> {
  const byDays = await splitByDays(deps.db, period);
  const [sums, steps, lists, counted, created, unknown] = await Promise.all([
    sumPeriod(deps.db, byDays),
    stepsOf(deps, period),
    listsOf(deps, period, byDays),
    countOfDays(deps.db, byDays),
    countInRest(deps, byDays, 'created'),
    countInRest(deps, byDays, 'unknown'),
  ]);
  return {
    from: toRfc3339(period.from),
    to: toRfc3339(period.to),
    ...sums,
    created: counted.created + created,
    unknown: counted.unknown + unknown,
    unit: period.unit,
    steps,
    ...lists,
  };
}

interface FiguresQuery {
  readonly period: PeriodName | DayRange;
  readonly set?: FigureFilter['set'] | undefined;
  readonly status?: FigureFilter['status'];
  readonly income_payment_system_id?: string | undefined;
  readonly outcome_payment_system_id?: string | undefined;
  readonly operator_id?: string | undefined;
}

const filterOf = ({ clock }: FigureDeps, query: FiguresQuery): FigureFilter => ({
  period: periodOf(query.period, clock.now()),
  set: query.set ?? 'ended',
  status: query.status,
  income: query.income_payment_system_id,
  outcome: query.outcome_payment_system_id,
  operatorId: query.operator_id,
});

function present({ catalogue }: FigureDeps, row: FigureOrderRow): FigureOrderAttributes {
  const { income_code: incomeCode, outcome_code: outcomeCode } = row;
  const [income, outcome] = [catalogue.paymentSystem(incomeCode), catalogue.paymentSystem(outcomeCode)];
  if (!income || !outcome) throw new Error(`the catalogue lost ${incomeCode} -> ${outcomeCode}`);
  return {
    at: toRfc3339(row.at.getTime()),
    status: row.status,
    income_payment_system_id: incomeCode,
    outcome_payment_system_id: outcomeCode,
    income_amount: formatAmount(BigInt(row.income_amount), income.scale),
    income_currency_iso_code: income.currency,
    outcome_amount: formatAmount(BigInt(row.outcome_amount), outcome.scale),
    outcome_currency_iso_code: outcome.currency,
    turnover_usd: row.turnover_usd,
    spread_usd: row.spread_usd,
    fees_usd: row.fees_usd,
    kept_usd: row.kept_usd,
    network_usd: row.network_usd,
    referral_usd: row.referral_usd,
    losses_usd: row.losses_usd,
    earnings_usd: row.earnings_usd,
    pay_minutes: row.pay_minutes,
    confirm_minutes: row.confirm_minutes,
    payout_minutes: row.payout_minutes,
  };
}

const CSV_COLUMNS = [
  'at',
  'status',
  'income_payment_system_id',
  'income_amount',
  'income_currency_iso_code',
  'outcome_payment_system_id',
  'outcome_amount',
  'outcome_currency_iso_code',
  'turnover_usd',
  'spread_usd',
  'fees_usd',
  'kept_usd',
  'network_usd',
  'referral_usd',
  'losses_usd',
  'earnings_usd',
  'pay_minutes',
  'confirm_minutes',
  'payout_minutes',
] as const satisfies readonly (keyof FigureOrderAttributes)[];

const csvRoute = (deps: FigureDeps): Route =>
  route(officeFigureOrdersCsv, async (call) => {
    const filter = filterOf(deps, call.query);
    return await csvFile(deps, call, {
      name: `figures-${call.query.period}`,
      columns: ['order', ...CSV_COLUMNS],
      // The time of the last change moves meanwhile
      read: (part) => listFigureOrders(deps.db, filter, { ...part, sort: ['-created_at'] }),
      cellsOf: (row) => {
        const order = present(deps, row);
        return [row.id, ...CSV_COLUMNS.map((column) => order[column])];
      },
    });
  });

const presentPromise = (row: PromiseRow): PromiseAttributes => {
  const { kept: keptCount, missed, unknown } = row;
  const known = keptCount + missed;
  return { kept: keptCount, missed, unknown, kept_percent: known === 0 ? null : ((keptCount * 100) / known).toFixed(1) };
};

async function promisesOf(deps: FigureDeps, query: { readonly period: PeriodName | DayRange; readonly unit?: PromiseUnit | undefined }) {
  const period = periodOf(query.period, deps.clock.now());
  const unit = query.unit ?? 'day';
  const rows = await countPromises(deps.db, period, unit);
  return rows.map((row) => ({ id: daysOfUnit(row.at.getTime(), unit, period), attributes: presentPromise(row) }));
}

const promisesCsvRoute = (deps: FigureDeps): Route =>
  route(officePromisesCsv, async (call) => {
    const columns = ['kept', 'missed', 'unknown', 'kept_percent'] as const satisfies readonly (keyof PromiseAttributes)[];
    return await csvFile(deps, call, {
      name: `promises-${call.query.period}`,
      columns: ['from', 'to', ...columns],
      // A year has 366 days at most: one part
      read: async () => ({ rows: await promisesOf(deps, call.query), ends: { before: null, after: null } }),
      cellsOf: ({ id, attributes }) => [...id.split('..'), ...columns.map((column) => attributes[column])],
    });
  });

/** Office routes of the figures: turnover, earnings, times (domain 11, "The day's figures"). */
export const officeFigureRoutes = (deps: FigureDeps): Route[] => [
  route(officeGetFigures, async ({ query }) => {
    const attributes = await figuresOf(deps, periodOf(query.period, deps.clock.now()));
    return accept({ data: { type: 'figures', id: query.period, attributes } });
  }),
  route(officeListFigureOrders, async (call) => {
    const [page, filter] = [readPageRequest(call), filterOf(deps, call.query)];
    const [{ rows, ends }, total] = await Promise.all([
      listFigureOrders(deps.db, filter, page),
      countFigureOrders(deps.db, filter, page.maxCounted),
    ]);
    const data = rows.map((row) => ({ type: 'figure_orders', id: row.id, attributes: present(deps, row) }));
    return accept({ data, page: pageInfo(page, total, ends) });
  }),
  csvRoute(deps),
  route(officeListPromises, async ({ query }) => {
    const rows = await promisesOf(deps, query);
    return accept({ data: rows.map((row) => ({ type: 'figure_promises', ...row })) });
  }),
  promisesCsvRoute(deps),
];
