import { quoteBesideEmpty } from './quote-http.ts';
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

const app = await measureWholeApp();
line('whole app: empty route', perSecond(app.empty.rps));
line('whole app: exchange page, rendered', perSecond(app.page.rps));
line('whole app: order created', perSecond(app.order.rps), `p99 ${Math.round(app.order.p99)} ms`);
line('the same database alone: transaction of 5 inserts', perSecond(app.bareSql.rps), `p99 ${Math.round(app.bareSql.p99)} ms`);
line('order / bare transaction', (app.order.rps / app.bareSql.rps).toFixed(2));
line('order / empty route', (app.order.rps / app.empty.rps).toFixed(2));

const { trips, gains } = await roundTrips(TRIPS, 20_261_120);
line(`round trips that gain, of ${trips}`, String(gains), 'goal: 0');
process.exitCode = gains === 0 ? 0 : 1;
