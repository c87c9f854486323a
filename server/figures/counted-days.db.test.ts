import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FiguresAttributes } from '#contract/office/shop/figures.ts';
import { EQUATIONS } from '#core/ledger/equations.ts';
import { DAY_MS, HOUR_MS, MOSCOW_OFFSET_MS } from '#core/time.ts';
import { type Queryable, sql } from '#server/platform/db/db.ts';
import { MORE } from '#server/platform/queue/queue.ts';
import { auditLedger } from '#server/reconciliation/audit-ledger.ts';
import { copyOrder } from '#tests/make/many-orders.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { rowsRead } from '#tests/make/rows-read.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { countFigureDays } from './count-days.job.ts';
import { splitByDays, splitByMonths } from './counted-period.ts';
import { officeFigureRoutes } from './office-routes.ts';
import { countOfDays, countOutcomes, medianSteps, sumPeriod, sumsByDirection } from './sums-store.ts';

const HISTORY_DAYS = 100;

/** The clock of the database: it decides whether a change is of a past day. */
const NOW = Date.now();

let world: World;
let deps: World['deps'];
let admin: Queryable;
let office: Office;
let treasurer: Person;
let template: string;
beforeAll(async () => {
  world = await createWorld();
  deps = { ...world.deps, clock: { now: () => NOW } };
  admin = world.database.adminDb;
  office = await createOffice(world, officeFigureRoutes(deps));
  treasurer = await office.person('treasurer');
  template = (await world.order()).id;
});
afterAll(async () => {
  await office.close();
  await world.abandon();
});

/** A generator of the same numbers below `limit` in every run. */
function createDice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}
const dice = createDice(622);

/** Adds orders with random days, endings and prices; some results and prices are missing. */
async function addHistory(round: number): Promise<void> {
  const age = sql`interval '1 hour' * (n * 37 % ${HISTORY_DAYS * 24})`;
  await copyOrder(admin, template, {
    count: 80,
    changed: {
      id: sql`${`r${round}_`} || n`,
      status: sql`(array['completed', 'completed', 'completed', 'refunded', 'expired', 'cancelled', 'payout_pending'])[1 + n % 7]`,
      created_at: sql`now() - ${age} - interval '1 hour' * (n % 5)`,
      status_changed_at: sql`now() - ${age}`,
    },
  });
  await admin.run(sql`
    insert into order_results (order_id, ended_at, outcome, income_code, outcome_code, income_wallet, outcome_wallet, income_amount,
      outcome_amount, fees, spread, income_usd, outcome_usd, rub_usd, kept_usd, network_usd, referral_usd, losses_usd, pay_seconds,
      confirm_seconds, payout_seconds)
    select id, status_changed_at, status, income_code, case when k % 2 = 0 then outcome_code else income_code end, income_wallet,
      outcome_wallet, k * 1001, k * 77, k % 13, k % 19 - 5, case when k % 11 > 0 then 0.000123 * (k % 7 + 1) end,
      case when k % 17 > 0 then 0.0107 end, 0.0113 + k * 0.00001, k % 3, k % 2, 0.01, 0, k % 100, k % 31,
      case when k % 4 > 0 then k % 50 end
    from (select o.*, (hashtext(o.id) & 65535)::numeric as k from orders o where id like ${`r${round}_%`}) o
    where status in ('completed', 'refunded') and k % 23 > 0`);
}

/** Changes of old orders: costs, a lost payment that is found, an erroneous result. */
async function changeHistory(): Promise<void> {
  const isChosen = (of: number) => sql`hashtext(id || ${String(dice(1_000))}) % ${of}::int = 0`;
  await admin.run(
    sql`update order_results set network_usd = network_usd + 0.37 where order_id in (select id from orders where ${isChosen(29)})`,
  );
  await admin.run(sql`
    update orders set status = 'completed', status_changed_at = now() where status in ('expired', 'cancelled') and ${isChosen(7)}`);
  await admin.run(sql`delete from order_results where order_id in (select id from orders where ${isChosen(97)})`);
}

const dayAgo = (days: number) => new Date(NOW + MOSCOW_OFFSET_MS - days * DAY_MS).toISOString().slice(0, 10);
function randomPeriod(): string {
  const [a, b] = [dice(HISTORY_DAYS), dice(HISTORY_DAYS)];
  return `${dayAgo(Math.max(a, b))}..${dayAgo(Math.min(a, b))}`;
}

const read = async (period: string) =>
  (await treasurer.send<FiguresAttributes>('GET', `/api/office/v1/figures?period=${period}`)).one.attributes;

/** The figures of a period read from the orders alone. */
async function readUncounted(period: string): Promise<FiguresAttributes> {
  const { last } = await admin.one(as<{ last: string }>(), sql`select coalesce(max(id), 0)::text as last from figure_changes`);
  await admin.run(sql`insert into figure_changes (day) select day from figure_days`);
  const figures = await read(period);
  await admin.run(sql`delete from figure_changes where id > ${last}::bigint`);
  return figures;
}

const countAll = async () => {
  while ((await countFigureDays(deps)) === MORE);
};

const whole = () => ({ from: NOW - (HISTORY_DAYS + 1) * DAY_MS, to: NOW + DAY_MS });

test('counted figures are those of the orders after every history of orders and changes', async () => {
  for (let round = 0; round < 6; round += 1) {
    await addHistory(round);
    await changeHistory();
    // Counted in full, in part, or not since the last changes
    if (round % 3 === 0) await countAll();
    else if (round % 3 === 1) await countFigureDays(deps);
    if (round % 2 === 1) await changeHistory();
    for (const period of [
      'week',
      'month',
      'last_month',
      'yesterday',
      randomPeriod(),
      randomPeriod(),
      `${dayAgo(HISTORY_DAYS)}..${dayAgo(0)}`,
    ])
      expect(await read(period), `${round} ${period}`).toEqual(await readUncounted(period));
  }
  await countAll();
  expect((await splitByDays(deps.db, whole())).counted.length).toBeGreaterThanOrEqual(HISTORY_DAYS - 1);
  expect((await splitByMonths(deps.db, whole())).counted.length).toBeGreaterThanOrEqual(2);
  const { turnover_usd: turnover, created } = await read(`${dayAgo(HISTORY_DAYS)}..${dayAgo(0)}`);
  expect([Number(turnover) > 0, created > 400]).toEqual([true, true]);
});

test('the medians are those of all orders of the period', async () => {
  const { from, to } = whole();
  const [expected] = await admin.many(
    as<{ pay: number; confirm: number; payout: number; paid: number }>(),
    sql`
    select round((percentile_cont(0.5) within group (order by pay_seconds) / 60)::numeric, 1)::float8 as pay,
      round((percentile_cont(0.5) within group (order by confirm_seconds) / 60)::numeric, 1)::float8 as confirm,
      round((percentile_cont(0.5) within group (order by payout_seconds) / 60)::numeric, 1)::float8 as payout,
      count(payout_seconds)::int as paid
    from order_results where outcome = 'completed' and ended_at >= ${new Date(from)} and ended_at < ${new Date(to)}`,
  );
  const steps = await medianSteps(deps.db, await splitByMonths(deps.db, whole()));
  const minutes = Object.fromEntries(steps.map(({ step, median_minutes: median }) => [step, median]));
  expect({ ...minutes, paid: steps.find(({ step }) => step === 'payout')?.orders }).toEqual(expected);
});

test('of counted days no orders are read', async () => {
  await admin.run(sql`vacuum analyze orders, order_results, figure_days, figure_day_sums, figure_day_outcomes`);
  const days = await splitByDays(deps.db, { from: whole().from, to: whole().to - 3 * DAY_MS });
  expect(days.counted.length).toBeGreaterThan(90);
  const old = { ...days, rest: [] };
  const rows = await rowsRead(admin, async (db) => {
    await Promise.all([sumPeriod, sumsByDirection, countOutcomes, countOfDays].map(async (sums) => await sums(db, old)));
  });
  expect([rows['order_results'] ?? 0, rows['orders'] ?? 0]).toEqual([0, 0]);
  expect(rows['figure_day_sums']).toBeGreaterThan(0);
});

test('a change that was not committed while its day was counted is counted afterwards', async () => {
  const { id, at } = await admin.one(
    as<{ id: string; at: Date }>(),
    sql`
    select order_id as id, ended_at as at from order_results
    where network_usd is not null and ended_at < now() - interval '9 days' limit 1`,
  );
  const hasDay = async () => (await splitByDays(deps.db, { from: at.getTime() - DAY_MS, to: at.getTime() + 1 })).counted.length;
  await countAll();
  const counted = await hasDay();
  await deps.db.tx(async (tx) => {
    await tx.run(sql`update order_results set network_usd = network_usd + 5 where order_id = ${id}`);
    await admin.run(sql`insert into figure_changes (day) values (date_trunc('day', ${at}::timestamptz, 'Europe/Moscow'))`);
    await countAll();
  });
  expect(await hasDay()).toBe(counted - 1);
  await countAll();
  expect(await hasDay()).toBe(counted);
  const period = `${dayAgo(HISTORY_DAYS)}..${dayAgo(1)}`;
  expect(await read(period)).toEqual(await readUncounted(period));
});

test('the audit finds counted figures that differ from the orders', async () => {
  await countAll();
  const findings = async () =>
    (await auditLedger(deps.db))
      .filter(({ equation }) => equation === EQUATIONS.figures_counted)
      .map(({ subject }) => subject.split(' ')[2]);
  expect(await findings()).toEqual([]);
  const isOldest = sql`day = (select min(day) from figure_day_sums)`;
  await admin.run(sql`update figure_day_sums set fees = fees + 1 where ${isOldest}`);
  await admin.run(sql`update figure_days set created = created + 1 where ${isOldest}`);
  await admin.run(sql`update figure_day_outcomes set orders = orders + 1 where ${isOldest}`);
  await admin.run(sql`update figure_month_steps set orders = orders + 1 where step = 'confirm'`);
  const places = await findings();
  for (const place of ['created', 'completed', 'USDTTRC20', 'confirm']) expect(places).toContain(place);
  await admin.run(sql`insert into figure_changes (day) select day from figure_days`);
  expect(await findings()).toEqual([]);
  await countAll();
  expect(await findings()).toEqual([]);
});

test('at most twenty changed days are counted in one transaction', async () => {
  await countAll();
  await admin.run(sql`insert into figure_changes (day) select day from figure_days order by day limit 30`);
  const left = async () => (await admin.one(as<{ days: string }>(), sql`select count(*) as days from figure_changes`)).days;
  expect(await countFigureDays(deps)).toBe(MORE);
  expect(Number(await left())).toBe(10);
  await countAll();
  expect(Number(await left())).toBe(0);
});

test('a day is counted an hour after its end', async () => {
  const midnight = Math.floor((NOW + MOSCOW_OFFSET_MS) / DAY_MS) * DAY_MS - MOSCOW_OFFSET_MS + DAY_MS;
  const at = (ms: number) => ({ ...deps, clock: { now: () => midnight + ms } });
  const today = { from: midnight - DAY_MS, to: midnight };
  await countFigureDays(at(HOUR_MS - 1));
  expect((await splitByDays(deps.db, today)).counted).toEqual([]);
  await countFigureDays(at(HOUR_MS));
  expect((await splitByDays(deps.db, today)).counted).toEqual([today.from]);
});
