import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fraction, readDecimal } from '#core/money/fraction.ts';
import { sourceUrl, createConditionalClient } from './conditional-client.ts';
import { createSource } from './index.ts';
import { parseOwnPrices } from './own-list.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const folder = mkdtempSync(path.join(os.tmpdir(), 'razmen-own-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('reads CSV with commas or semicolons, with either decimal sign, and JSON', () => {
  const gram = { base: 'GRAM', quote: 'USDT', bid: fraction(227n, 100n), ask: fraction(228n, 100n), volume: null, at: NOW };
  const rouble = {
    base: 'USDT',
    quote: 'RUB',
    bid: fraction(165n, 2n),
    ask: fraction(165n, 2n),
    volume: fraction(7n, 1n),
    at: NOW - 60_000,
  };
  const time = '2026-11-21T11:59:00Z';
  expect(parseOwnPrices(`base,quote,bid,ask,price,volume,at\nGRAM,USDT,2.27,2.28,,,\nUSDT,RUB,,,82.5,7,${time}\n`, NOW).quotes).toEqual([
    gram,
    rouble,
  ]);
  expect(parseOwnPrices('base;quote;price\r\nUSDT;RUB;82,5\r\n', NOW).quotes).toMatchObject([{ bid: rouble.bid }]);
  const json = `{"max_age_s": 60, "prices": [{"base":"GRAM","quote":"USDT","bid":2.27,"ask":"2.28"}]}`;
  expect(parseOwnPrices(json, NOW)).toEqual({ quotes: [gram], maxAgeMs: 60_000 });
});

it.each([
  ['base,quote,price\nBTC,USDT,97000\nETH,USDT,dear', 'line 3: bid is not a positive number'],
  ['base,quote,price\nBTC,USDT,-1', 'line 2: bid is not a positive number'],
  ['base,quote,price\nBTC,USDT,0', 'line 2: bid is not a positive number'],
  ['base,quote,price\nbtc?,USDT,1', 'line 2: base is not a symbol'],
  ['base,quote,bid\nBTC,USDT,1', 'line 2: neither price nor both bid and ask'],
  ['base,quote,price,at\nBTC,USDT,1,yesterday', 'line 2: at is not a time'],
  ['base,quote,price\nBTC,USDT,1,2,3', 'line 2:'],
  ['what,ever\n1,2', 'line 1: no column base'],
  ['<html>maintenance</html>', 'line 1: no column base'],
  ['{"prices": [{"base":"BTC","quote":"USDT","price":1},{"base":"ETH"}]}', 'prices[1]: quote is missing'],
  ['{"prices": 5}', 'prices is missing'],
  ['{"prices": [], "max_age_s": -5}', 'max_age_s is not'],
])('names the invalid line, and uses nothing of the list: %s', (body, problem) => {
  expect(() => parseOwnPrices(body, NOW)).toThrow(problem);
});

it('a file is read when it changes and is as old as its last change', async () => {
  const file = path.join(folder, 'prices.csv');
  writeFileSync(file, 'base,quote,price\nBTC,USDT,97000\n');
  utimesSync(file, NOW / 1000, NOW / 1000);
  const source = createSource({ name: 'file', url: `file:${file}` });
  expect(await source.read(new Set(['BTC', 'USDT']), NOW + 5_000)).toMatchObject([{ base: 'BTC', at: NOW }]);
  expect(await source.read(new Set(['BTC', 'USDT']), NOW + 9_000)).toBeUndefined();
  rmSync(file);
  await expect(source.read(new Set(['BTC']), NOW)).rejects.toThrow('ENOENT');
});

it('prices of a list with its own maximum age are dated back accordingly', async () => {
  const file = path.join(folder, 'prices.json');
  writeFileSync(file, '{"max_age_s": 60, "prices": [{"base":"BTC","quote":"USDT","price":1}]}');
  utimesSync(file, NOW / 1000, NOW / 1000);
  const source = createSource({ name: 'own', url: `file:${file}` });
  const [quote] = (await source.read(new Set(['BTC', 'USDT']), NOW)) ?? [];
  expect((quote?.at ?? 0) + source.maxAgeMs).toBe(NOW + 60_000);
});

it('follows a redirect to another path, but not to another host', async () => {
  const server = http.createServer((request, reply) => {
    const places: Readonly<Record<string, string>> = {
      '/moved': '/here',
      '/away': 'http://localhost:1/',
      '/round': '/round',
      '/file': 'file:///etc/passwd',
    };
    const location = places[request.url ?? ''];
    if (location === undefined) reply.end(request.url === '/long' ? 'x'.repeat(2 * 1024 * 1024 + 1) : 'well');
    else reply.writeHead(302, { location }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = async (place: string) => (await createConditionalClient().call(origin + place, 5_000))?.text;
  expect(await call('/moved')).toBe('well');
  for (const place of ['/away', '/round', '/file']) await expect(call(place)).rejects.toThrow('sends us elsewhere');
  await expect(call('/long')).rejects.toThrow('too_long');
  await expect(createConditionalClient().call('file:///etc/passwd', 5_000)).rejects.toThrow('no address');
  await new Promise((resolve) => server.close(resolve));
});

it('a configured origin gets the default path, unless it has its own', () => {
  const own = 'https://bank.test/a/b.asp?x=1';
  expect(sourceUrl(own, undefined)).toBe(own);
  expect(sourceUrl(own, 'http://127.0.0.1:9')).toBe('http://127.0.0.1:9/a/b.asp?x=1');
  expect(sourceUrl(own, 'http://127.0.0.1:9/daily.xml')).toBe('http://127.0.0.1:9/daily.xml');
});

it('reads numbers as they are written', () => {
  expect(readDecimal('97250.50')).toEqual(fraction(194_501n, 2n));
  expect(readDecimal('1.5e-8')).toEqual(fraction(15n, 10n ** 9n));
  expect(readDecimal('2E3')).toEqual(fraction(2_000n, 1n));
  for (const none of ['-1', 'NaN', 'Infinity', '', '1,5', '0x10', '1e999', 5, null, undefined]) expect(readDecimal(none)).toBeUndefined();
});
