import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { EXCHANGE_STAND_INS, PROTOCOLS, type StandInName, type StandInPair } from './rate-protocols.ts';

/** How a stand-in responds. `hang`: never; `html`: a page instead of data; a number: that status. */
export type Behaviour = 'well' | 'hang' | 'html' | number;

/** Default pairs: roubles and euros by banks, common coins by exchanges. */
export const DEFAULT_PAIRS: Readonly<Record<'exchange' | 'cbr' | 'ecb' | 'coingecko' | 'own', readonly StandInPair[]>> = {
  exchange: [
    { base: 'BTC', quote: 'USDT', bid: '97250.10', ask: '97250.30', volume: '1200.5' },
    { base: 'ETH', quote: 'USDT', bid: '3412.71', ask: '3412.75', volume: '9000' },
    { base: 'LTC', quote: 'BTC', bid: '0.00099', ask: '0.00100', volume: '500' },
    { base: 'EUR', quote: 'USDT', bid: '1.1580', ask: '1.1584', volume: '100000' },
    { base: 'TRX', quote: 'USDT', bid: '0.28641', ask: '0.28643', volume: '1000000' },
  ],
  cbr: [
    { base: 'USD', quote: 'RUB', bid: '80.1234', ask: '80.1234', volume: '0' },
    { base: 'EUR', quote: 'RUB', bid: '92.8150', ask: '92.8150', volume: '0' },
  ],
  ecb: [{ base: 'EUR', quote: 'USD', bid: '1.1584', ask: '1.1584', volume: '0' }],
  coingecko: [
    { base: 'BTC', quote: 'USD', bid: '97245.5', ask: '97245.5', volume: '1000' },
    { base: 'USDT', quote: 'USD', bid: '0.9998', ask: '0.9998', volume: '1000' },
  ],
  own: [{ base: 'GRAM', quote: 'USDT', bid: '2.27', ask: '2.28', volume: '10' }],
};

export interface RateStandIn {
  /** Its origin, for `RATE_SOURCE_URLS`; an owner's list is at `/prices.json`. */
  readonly url: string;
  readonly name: StandInName;
  pairs: StandInPair[];
  mood: Behaviour;
  /** Number of requests, and of responses "not modified". */
  readonly calls: { all: number; unchanged: number };
  close(): Promise<void>;
}

const isExchange = (name: StandInName): boolean => (EXCHANGE_STAND_INS as readonly string[]).includes(name);

/** A local server with a source's protocol; prices, behaviour and counts are set by the test. */
export async function startStandIn(name: StandInName, port = 0): Promise<RateStandIn> {
  const usual = DEFAULT_PAIRS[isExchange(name) ? 'exchange' : (name as keyof typeof DEFAULT_PAIRS)];
  const calls = { all: 0, unchanged: 0 };
  const standIn = { name, pairs: usual.map((pair) => ({ ...pair })), mood: 'well' as Behaviour, calls };
  const server = http.createServer((request, reply) => {
    calls.all += 1;
    const { mood } = standIn;
    if (mood === 'hang') return;
    if (mood === 'html') return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>maintenance</body></html>');
    if (typeof mood === 'number') return void reply.writeHead(mood).end('{}');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const answer = PROTOCOLS[name](pathname, searchParams, standIn.pairs);
    if (!answer) return void reply.writeHead(404).end('{}');
    if (answer.headers?.['etag'] !== undefined && request.headers['if-none-match'] === answer.headers['etag']) {
      calls.unchanged += 1;
      return void reply.writeHead(304).end();
    }
    reply.writeHead(200, { 'content-type': answer.type ?? 'text/plain', ...answer.headers }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(standIn, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** Starts several stand-ins; also returns their `RATE_SOURCE_URLS`. */
export async function startStandIns<Name extends StandInName>(...names: readonly Name[]) {
  const all = await Promise.all(names.map((name) => startStandIn(name)));
  const byName = Object.fromEntries(all.map((one) => [one.name, one])) as Record<Name, RateStandIn>;
  return {
    ...byName,
    urls: all
      .filter(({ name }) => name !== 'own')
      .map(({ name, url }) => `${name}=${url}`)
      .join(','),
    close: async () => void (await Promise.all(all.map((one) => one.close()))),
  };
}
