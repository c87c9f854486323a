import type { Bench } from './extent.ts';
import { line, perSecond } from './line.ts';
import type { LargeTimes } from './large-shop.ts';

// A bench loads its own programs: the server, the browser and Lighthouse cost seconds that most benches do not need

const TRIPS = { full: 1_000_000, short: 1_000 } as const;
const DAYS = { full: 10_000, short: 50 } as const;
const QUEUE = { full: { open: 5_000, closed: 100_000, rounds: 80 }, short: { open: 400, closed: 400, rounds: 1 } } as const;
const SEARCH_ROUNDS = { full: 60, short: 1 } as const;

const LARGE = {
  full: { size: { orders: 1_000_000, customers: 100_000, chatLines: 300_000 }, rounds: 20, name: 'large-shop' },
  short: { size: { orders: 1_000, customers: 100, chatLines: 300 }, rounds: 1 },
} as const;
const LARGE_GOALS_MS = { list: 50, figure: 200, job: 60_000 } as const;

const benchQuotes: Bench = async (extent) => {
  const { quoteBesideEmpty } = await import('./quote-http.ts');
  const { quoteCosts } = await import('./quote.ts');
  const speeds = await quoteBesideEmpty(extent);
  line('empty route', perSecond(speeds.empty));
  for (const [name, speed, goal] of [
    ['our empty route', speeds.route, 'goal: 0.60 or more'],
    ['our empty call', speeds.call, ''],
    ['quote', speeds.quote, 'goal: 0.45 or more'],
  ] as const) {
    line(name, perSecond(speed));
    line(`${name} / empty route`, (speed / speeds.empty).toFixed(2), goal, speed / speeds.empty);
  }
  const costs = await quoteCosts(extent);
  line(
    'quote inside: calculate, sign, read back',
    `${[costs.calculate, costs.sign, costs.read].map((us) => us.toFixed(1)).join(' + ')} us`,
  );
};

const benchRates: Bench = async (extent) => {
  const { repricing } = await import('./rates.ts');
  const { all, one, none, json } = await repricing(extent);
  for (const [name, { wall, cpu }] of [
    ['every symbol moved', all],
    ['one symbol moved', one],
    ['nothing moved', none],
    ['every symbol moved, as JSON', json],
  ] as const)
    line(`150 x 150 systems to quotes and file: ${name}`, `${wall.toFixed(1)} ms`, `${cpu.toFixed(1)} ms of processor; goal: 50 ms`);
};

const benchOrders: Bench = async (extent) => {
  const { creationBesideBareSql } = await import('./order-creation.ts');
  const { oneReserve, spread } = await creationBesideBareSql(extent);
  for (const [name, { orders, bare, least }] of [
    ['orders on one reserve', oneReserve],
    ['orders spread over ten reserves', spread],
  ] as const) {
    line(name, perSecond(orders.rps), `p99 ${Math.round(orders.p99)} ms`);
    line(`${name}: the very SQL of their transactions, alone`, perSecond(bare));
    line(`${name} / the very SQL`, (orders.rps / bare).toFixed(2), '', orders.rps / bare);
    line(`${name}: the least SQL of an order, alone`, perSecond(least));
    line(`${name} / the least SQL`, (orders.rps / least).toFixed(2), 'goal: 0.50 or more', orders.rps / least);
  }
};

const benchNotices: Bench = async (extent) => {
  const { commitsByNotice } = await import('./notices.ts');
  for (const [name, commits] of Object.entries(await commitsByNotice(extent))) line(`commits: ${name}`, perSecond(commits));
};

const benchLive: Bench = async (extent) => {
  const { measureLivePages } = await import('./live-pages.ts');
  const { spread, onOne } = await measureLivePages(extent);
  for (const [name, { p50, p99, rssMb, cpuMs }] of [
    ['10,000 live pages, spread over orders', spread],
    ['10,000 live pages, 9,500 on one order', onOne],
  ] as const) {
    line(name, `p50 ${Math.round(p50)} ms`, `p99 ${Math.round(p99)} ms, goal: 300 ms`);
    line(`${name}: the process that serves them`, `${Math.round(rssMb)} MB`, `goal: 400 MB; works ${Math.round(cpuMs)} ms for a change`);
  }
};

const benchOffice: Bench = async (extent) => {
  const { measureQueue } = await import('./office-queue.ts');
  const queue = await measureQueue(QUEUE[extent]);
  for (const [name, ms] of Object.entries(queue)) line(`office, 5,000 open orders: ${name}`, `p95 ${Math.round(ms)} ms`, 'goal: 50 ms');
};

const benchSearch: Bench = async (extent) => {
  const { measureSearch } = await import('./office-search.ts');
  const { size, ...options } = LARGE[extent];
  for (const [name, ms] of Object.entries(await measureSearch(size, { ...options, rounds: SEARCH_ROUNDS[extent] })))
    line(`office, search over 1,000,000 orders: ${name}`, `p95 ${Math.round(ms)} ms`, 'goal: 200 ms');
};

/** Reads above their goal; figures and searches may take longer than lists. */
function slowReads({ reads }: LargeTimes): readonly (readonly [string, number, number])[] {
  return Object.entries(reads).flatMap(([path, ms]) => {
    const goal = /statistics|figures|search|dashboard|summary/.test(path) ? LARGE_GOALS_MS.figure : LARGE_GOALS_MS.list;
    return ms > goal ? [[path, ms, goal] as const] : [];
  });
}

const benchLarge: Bench = async (extent) => {
  const { measureLargeShop } = await import('./large-shop.ts');
  const { size, ...options } = LARGE[extent];
  const times = await measureLargeShop(size, options);
  const [reads, jobs] = [slowReads(times), Object.entries(times.jobs)];
  line('large shop: reads above their goal', `${reads.length} of ${Object.keys(times.reads).length}`, 'goal: 0');
  for (const [path, ms, goal] of reads) line(`large shop: ${path}`, `p95 ${Math.round(ms)} ms`, `goal: ${goal} ms`);
  for (const [name, ms] of jobs.toSorted(([, a], [, b]) => b - a).slice(0, 5))
    line(`large shop: job ${name}`, `${Math.round(ms)} ms`, `goal: ${LARGE_GOALS_MS.job} ms`);
};

const benchRounding: Bench = async (extent) => {
  const { richRoundTrips, roundTrips } = await import('./quote-round-trips.ts');
  const { trips, gains } = await roundTrips(TRIPS[extent], 20_261_120);
  line(`round trips that gain, of ${trips}`, String(gains), 'goal: 0');
  const rich = await richRoundTrips(TRIPS[extent], 20_261_121);
  line(`the same with every setting that a direction may have, of ${rich.trips}`, String(rich.gains), 'goal: 0');
  if (gains + rich.gains > 0) process.exitCode = 1;
};

const benchTraders: Bench = async (extent) => {
  const { TOLERATED_GAIN_PPM, TRICK_NAMES, tradeAgainst } = await import('#tests/make/trader.ts');
  const days = DAYS[extent];
  for (const trick of TRICK_NAMES) {
    const ppm = tradeAgainst(trick, { days, seed: 20_261_121 });
    const goal = `goal: ${TOLERATED_GAIN_PPM} ppm of the locked amount, or less`;
    line(`a trader's gain in ${days} days, "${trick}"`, `${ppm.toFixed(2)} ppm`, goal);
    // A short run has too few days for a verdict
    if (extent === 'full' && ppm > TOLERATED_GAIN_PPM) process.exitCode = 1;
  }
};

export const BENCHES: Readonly<Record<string, Bench>> = {
  quotes: benchQuotes,
  rates: benchRates,
  pages: async (extent) => await (await import('./pages.ts')).benchPages(extent),
  orders: benchOrders,
  notices: benchNotices,
  live: benchLive,
  office: benchOffice,
  search: benchSearch,
  large: benchLarge,
  rounding: benchRounding,
  traders: benchTraders,
  memory: async (extent) => await (await import('./memory.ts')).benchMemory(extent),
  greedy: async (extent) => await (await import('./greedy-clients.ts')).benchGreedyClients(extent),
  weight: async () => await (await import('./weight.ts')).benchWeight(),
  lighthouse: async (extent) => await (await import('./lighthouse.ts')).benchLighthouse(extent),
};
