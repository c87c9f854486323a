import { TOLERATED_GAIN_PPM, TRICK_NAMES, tradeAgainst } from '#tests/make/trader.ts';
import { benchLighthouse } from './lighthouse.ts';
import { line, perSecond } from './line.ts';
import { benchMemory } from './memory.ts';
import { measureLivePages } from './live-pages.ts';
import { commitsByNotice } from './notices.ts';
import { measureQueue } from './office-queue.ts';
import { measureSearch } from './office-search.ts';
import { creationBesideBareSql } from './order-creation.ts';
import { benchPages } from './pages.ts';
import { quoteBesideEmpty } from './quote-http.ts';
import { quoteCosts } from './quote.ts';
import { repricing } from './rates.ts';
import { richRoundTrips, roundTrips } from './quote-round-trips.ts';
import { benchWeight } from './weight.ts';

const TRIPS = 1_000_000;
const DAYS = 10_000;

async function benchQuotes(): Promise<void> {
  const quotes = await quoteBesideEmpty();
  line('empty route', perSecond(quotes.empty));
  line('quote', perSecond(quotes.quote));
  line('quote / empty route', quotes.ratio.toFixed(2), 'goal: 0.60 or more');
  const costs = await quoteCosts();
  line(
    'quote inside: calculate, sign, read back',
    `${[costs.calculate, costs.sign, costs.read].map((us) => us.toFixed(1)).join(' + ')} us`,
  );
}

async function benchRates(): Promise<void> {
  const { all, one, none, json } = await repricing();
  for (const [name, { wall, cpu }] of [
    ['every symbol moved', all],
    ['one symbol moved', one],
    ['nothing moved', none],
    ['every symbol moved, as JSON', json],
  ] as const)
    line(`150 x 150 systems to quotes and file: ${name}`, `${wall.toFixed(1)} ms`, `${cpu.toFixed(1)} ms of processor; goal: 50 ms`);
}

async function benchOrders(): Promise<void> {
  const { oneReserve, spread } = await creationBesideBareSql();
  for (const [name, { orders, bare, ratio }] of [
    ['orders on one reserve', oneReserve],
    ['orders spread over ten reserves', spread],
  ] as const) {
    line(name, perSecond(orders.rps), `p99 ${Math.round(orders.p99)} ms`);
    line('the very SQL of their transactions, alone', perSecond(bare));
    line(`${name} / bare SQL`, ratio.toFixed(2), 'goal: 0.60 or more');
  }
}

async function benchNotices(): Promise<void> {
  for (const [name, commits] of Object.entries(await commitsByNotice())) line(`commits: ${name}`, perSecond(commits));
}

async function benchLive(): Promise<void> {
  const { spread, onOne } = await measureLivePages();
  for (const [name, { p50, p99, rssMb, cpuMs }] of [
    ['10,000 live pages, spread over orders', spread],
    ['10,000 live pages, 9,500 on one order', onOne],
  ] as const) {
    line(name, `p50 ${Math.round(p50)} ms`, `p99 ${Math.round(p99)} ms, goal: 300 ms`);
    line('the process that serves them', `${Math.round(rssMb)} MB`, `goal: 400 MB; works ${Math.round(cpuMs)} ms for a change`);
  }
}

async function benchOffice(): Promise<void> {
  const queue = await measureQueue({ open: 5_000, closed: 100_000 });
  for (const [name, ms] of Object.entries(queue)) line(`office, 5,000 open orders: ${name}`, `p95 ${Math.round(ms)} ms`, 'goal: 50 ms');
}

async function benchSearch(): Promise<void> {
  for (const [name, ms] of Object.entries(await measureSearch(1_000_000)))
    line(`office, search over 1,000,000 orders: ${name}`, `p95 ${Math.round(ms)} ms`, 'goal: 200 ms');
}

async function benchRounding(): Promise<void> {
  const { trips, gains } = await roundTrips(TRIPS, 20_261_120);
  line(`round trips that gain, of ${trips}`, String(gains), 'goal: 0');
  const rich = await richRoundTrips(TRIPS, 20_261_121);
  line(`the same with every setting that a direction may have, of ${rich.trips}`, String(rich.gains), 'goal: 0');
  if (gains + rich.gains > 0) process.exitCode = 1;
}

async function benchTraders(): Promise<void> {
  for (const trick of TRICK_NAMES) {
    const ppm = tradeAgainst(trick, { days: DAYS, seed: 20_261_121 });
    const goal = `goal: ${TOLERATED_GAIN_PPM} ppm of what he locked, or less`;
    line(`a trader's gain in ${DAYS} days, "${trick}"`, `${ppm.toFixed(2)} ppm`, goal);
    if (ppm > TOLERATED_GAIN_PPM) process.exitCode = 1;
  }
}

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  quotes: benchQuotes,
  rates: benchRates,
  pages: benchPages,
  orders: benchOrders,
  notices: benchNotices,
  live: benchLive,
  office: benchOffice,
  search: benchSearch,
  rounding: benchRounding,
  traders: benchTraders,
  memory: benchMemory,
  weight: benchWeight,
  lighthouse: benchLighthouse,
};

/**
 * `npm run bench`, or `npm run bench -- pages` for one of them: speeds as ratios, measured beside each other in one run. Numbers of two
 * machines do not compare, ratios nearly do; `docs/benchmarks.md` keeps them.
 */
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BENCHES);
for (const name of wanted) {
  const bench = BENCHES[name];
  if (bench === undefined) throw new Error(`no bench "${name}"; there are: ${Object.keys(BENCHES).join(', ')}`);
  await bench();
}
