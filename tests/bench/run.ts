import { commitsByNotice } from './notices.ts';
import { measureQueue } from './office-queue.ts';
import { creationBesideBareSql } from './order-creation.ts';
import { TOLERATED_GAIN_PPM, TRICK_NAMES, tradeAgainst } from '#tests/make/trader.ts';
import { quoteBesideEmpty } from './quote-http.ts';
import { quoteCosts, recalculation } from './quote.ts';
import { roundTrips } from './quote-round-trips.ts';
import { measureWholeApp } from './whole-app.ts';

/** `npm run bench`: speeds as ratios, measured beside each other in one run. Numbers of two machines do not compare, ratios nearly do. */
const TRIPS = 1_000_000;

const line = (name: string, value: string, goal = ''): void => console.log(name.padEnd(52), value.padStart(16), goal);
const perSecond = (rps: number): string => `${Math.round(rps)}/s`;

const quotes = await quoteBesideEmpty();
line('empty route', perSecond(quotes.empty));
line('quote', perSecond(quotes.quote));
line('quote / empty route', quotes.ratio.toFixed(2), 'goal: 0.60 or more');

const costs = await quoteCosts();
line('quote inside: calculate, sign, read back', `${[costs.calculate, costs.sign, costs.read].map((us) => us.toFixed(1)).join(' + ')} us`);
const { prices, files } = await recalculation();
line('150 x 150 systems priced; with rate files', `${Math.round(prices)}; ${Math.round(files)} ms`, 'goal: 50 ms');

const app = await measureWholeApp();
line('whole app: empty route', perSecond(app.empty.rps));
line('whole app: exchange page, rendered', perSecond(app.page.rps));

const { oneReserve, spread } = await creationBesideBareSql();
for (const [name, { orders, bare, ratio }] of [
  ['orders on one reserve', oneReserve],
  ['orders spread over ten reserves', spread],
] as const) {
  line(name, perSecond(orders.rps), `p99 ${Math.round(orders.p99)} ms`);
  line('the very SQL of their transactions, alone', perSecond(bare));
  line(`${name} / bare SQL`, ratio.toFixed(2), 'goal: 0.60 or more');
}

for (const [name, commits] of Object.entries(await commitsByNotice())) line(`commits: ${name}`, perSecond(commits));

const queue = await measureQueue({ open: 5_000, closed: 100_000 });
for (const [name, ms] of Object.entries(queue)) line(`office, 5,000 open orders: ${name}`, `p95 ${Math.round(ms)} ms`, 'goal: 50 ms');

const { trips, gains } = await roundTrips(TRIPS, 20_261_120);
line(`round trips that gain, of ${trips}`, String(gains), 'goal: 0');

const DAYS = 10_000;
const traded = TRICK_NAMES.map((trick) => ({ trick, ppm: tradeAgainst(trick, { days: DAYS, seed: 20_261_121 }) }));
for (const { trick, ppm } of traded)
  line(
    `a trader's gain in ${DAYS} days, "${trick}"`,
    `${ppm.toFixed(2)} ppm`,
    `goal: ${TOLERATED_GAIN_PPM} ppm of what he locked, or less`,
  );
process.exitCode = gains === 0 && traded.every(({ ppm }) => ppm <= TOLERATED_GAIN_PPM) ? 0 : 1;
