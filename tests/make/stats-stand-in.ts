import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the stand-in responds. `hang`: never; `html`: a page; `huge`: above the size limit; a number: that status. */
type Behaviour = 'well' | 'hang' | 'html' | 'huge' | number;

export interface StatsCoin {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly price: number;
  readonly rank: number | null;
}

export interface StatsStandIn {
  readonly url: string;
  coins: StatsCoin[];
  mood: Behaviour;
  retryAfter: string | undefined;
  /** Whether yearly history is allowed (paid plan). */
  isFree: boolean;
  updatedAt: string;
  /** Requested paths and queries, and the number of 304 responses. */
  readonly calls: string[];
  unchanged: number;
  close(): Promise<void>;
}

const COINS: readonly StatsCoin[] = [
  { id: 'bitcoin', symbol: 'btc', name: 'Bitcoin', price: 97_250.5, rank: 1 },
  { id: 'ethereum', symbol: 'eth', name: 'Ethereum', price: 3_412.7, rank: 2 },
  { id: 'tether', symbol: 'usdt', name: 'Tether', price: 0.9998, rank: 3 },
];
/** Constant per price, so that an ETag works. */
const HOURS = 168;

const coinAnswer = ({ id, symbol, name, price, rank }: StatsCoin, updatedAt: string) => ({
  id,
  symbol,
  name,
  image: 'https://elsewhere.example/a.png',
  current_price: price,
  market_cap: price * 1_000_000,
  market_cap_rank: rank,
  total_volume: price * 1_000,
  price_change_percentage_24h: -1.234_56,
  price_change_percentage_1h_in_currency: 0.5,
  price_change_percentage_24h_in_currency: -1.234_56,
  price_change_percentage_7d_in_currency: null,
  sparkline_in_7d: { price: Array.from({ length: HOURS }, (_, i) => price * (1 + (i - HOURS + 1) / 10_000)) },
  last_updated: updatedAt,
});

const EVERY_MS: Readonly<Record<string, number>> = { 1: 300_000, 7: 3_600_000, 30: 3_600_000, 365: 86_400_000, max: 86_400_000 };
const COUNT: Readonly<Record<string, number>> = { 1: 288, 7: 168, 30: 720, 365: 365, max: 4_000 };

function answerTo(standIn: StatsStandIn, { pathname, searchParams }: URL): { readonly status: number; readonly body: object } {
  const { coins, updatedAt, isFree } = standIn;
  const chart = /^\/api\/v3\/coins\/([a-z-]+)\/market_chart$/.exec(pathname)?.[1];
  if (pathname === '/api/v3/coins/markets') {
    const ids = searchParams.get('ids')?.split(',');
    const found = coins.filter(({ id }) => ids === undefined || ids.includes(id));
    return { status: 200, body: found.slice(0, Number(searchParams.get('per_page'))).map((coin) => coinAnswer(coin, updatedAt)) };
  }
  const coin = coins.find(({ id }) => id === chart);
  if (coin === undefined) return { status: 404, body: { error: 'coin not found' } };
  const days = searchParams.get('days') ?? '';
  if (days === 'max' && isFree) return { status: 401, body: { error: { status: { error_code: 10_012 } } } };
  const [last, every, count] = [Date.parse(updatedAt), EVERY_MS[days] ?? 0, COUNT[days] ?? 0];
  const prices = Array.from({ length: count }, (_, i) => [last - (count - 1 - i) * every, coin.price + i]);
  return { status: 200, body: { prices, market_caps: [], total_volumes: [] } };
}

/** A local server with CoinGecko's protocol; coins, behaviour and counts are set by the test. */
export async function startStatsStandIn(updatedAt: string): Promise<StatsStandIn> {
  const server = http.createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    standIn.calls.push(url.pathname + url.search);
    const { mood, retryAfter } = standIn;
    if (mood === 'hang') return;
    if (mood === 'html') return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>maintenance</body></html>');
    if (mood === 'huge') return void reply.writeHead(200, { 'content-type': 'application/json' }).end(`["${'x'.repeat(3_000_000)}"]`);
    if (typeof mood === 'number') {
      return void reply.writeHead(mood, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('{}');
    }
    const { status, body } = answerTo(standIn, url);
    const text = JSON.stringify(body);
    const etag = `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
    if (status === 200 && request.headers['if-none-match'] === etag) {
      standIn.unchanged += 1;
      return void reply.writeHead(304).end();
    }
    reply.writeHead(status, { 'content-type': 'application/json', etag }).end(text);
  });
  const standIn: StatsStandIn = {
    url: '',
    coins: [...COINS],
    mood: 'well',
    retryAfter: undefined,
    isFree: true,
    updatedAt,
    calls: [],
    unchanged: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(standIn, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
