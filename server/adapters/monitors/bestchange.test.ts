import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { makeZip } from '#server/platform/make-zip.ts';
import { monitors } from './index.ts';
import { parseBestChange } from './bestchange.ts';

const NOW = 1_800_000_000_000;
const NAME_IN_1251 = Buffer.from([0xce, 0xe1, 0xec, 0xe5, 0xed]);
const FILES = {
  'bm_rates.dat': Buffer.from(
    [
      '10;42;501;1;92.51;1000000.5;0.120;1;1;500;0',
      '10;42;502;1;92.60;20000;1.3;1;1;500;0',
      '42;10;501;93.4;1;5000;0.1;1;1;1;0',
      '10;42;503;0;92.9;1;0;1;1;1;0',
      '10;42;504;1;many;1;0;1;1;1;0',
      '77;42;505;1;1;1;0;1;1;1;0',
      '',
    ].join('\r\n'),
  ),
  'bm_cycodes.dat': Buffer.from('10;USDTTRC20\n42;SBERRUB\n'),
  'bm_cy.dat': Buffer.from('10;1;Tether TRC20 (USDT)\n42;2;Sberbank\n'),
  'bm_exch.dat': Buffer.concat([Buffer.from('501;'), NAME_IN_1251, Buffer.from(';0;1\n502;Other;0;1\n')]),
};

let close: (() => void) | undefined;
afterEach(() => close?.());

it('returns the competitors of a pair, best for the customer first, with exact rates; unreadable rows are skipped', () => {
  const lists = parseBestChange(makeZip(FILES), NOW);
  expect(lists.ratesOf('USDTTRC20', 'SBERRUB')).toEqual([
    { exchangerId: '502', exchanger: 'Other', rate: fraction(463n, 5n), reserve: fraction(20_000n, 1n) },
    { exchangerId: '501', exchanger: 'Обмен', rate: fraction(9_251n, 100n), reserve: fraction(2_000_001n, 2n) },
  ]);
  expect(lists.ratesOf('SBERRUB', 'USDTTRC20').map(({ rate }) => rate)).toEqual([fraction(5n, 467n)]);
  expect(lists.ratesOf('BTC', 'SBERRUB')).toEqual([]);
});

it('reads the codes from the list of systems if there is no file of codes', () => {
  const { 'bm_cycodes.dat': _, ...rest } = FILES;
  const systems = Buffer.from('10;1;Tether TRC20 (USDT);USDTTRC20\n42;2;Sberbank;SBERRUB\n');
  expect(parseBestChange(makeZip({ ...rest, 'bm_cy.dat': systems }), NOW).ratesOf('USDTTRC20', 'SBERRUB')).toHaveLength(2);
});

it.each([
  ['a page', Buffer.from('<html>')],
  ['another archive', makeZip({ 'readme.txt': Buffer.from('x') })],
  ['an archive that was cut', makeZip(FILES).subarray(40)],
])('refuses %s', (_, bytes) => expect(() => parseBestChange(bytes, NOW)).toThrow());

it('reads over HTTP periodically, caches the lists, and returns none once they are old', async () => {
  const server = http.createServer((_request, reply) => void reply.writeHead(200, { etag: '"1"' }).end(makeZip(FILES)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => void server.close();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/info.zip`;
  const clock = { now: () => NOW };
  const monitor = monitors.bestchange({ url, clock, log: { warn: () => undefined } });
  expect(monitor.lists(NOW)).toBeUndefined();
  monitor.start();
  await vi.waitFor(() => expect(monitor.lists(NOW)?.ratesOf('USDTTRC20', 'SBERRUB')).toHaveLength(2));
  monitor.stop();
  expect(monitor.lists(NOW + 60_000)?.takenAt).toBe(NOW);
  expect(monitor.lists(NOW + 600_000)).toBeUndefined();
});
