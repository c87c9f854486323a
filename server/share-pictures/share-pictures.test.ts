import Fastify from 'fastify';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { refuse } from '#core/result.ts';
import { makeCatalogue, makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { renderPicture } from './draw-picture.ts';
import { createPictureCache, shareFiles } from './share-files.ts';
import { pairPicture } from './picture.ts';

const side = (name: string) => ({
  system: { kind: 'crypto', mark: { monogram: '<b', tint: 'x"/><image href="file:///etc/passwd"/>' }, network: 'TRC20' } as const,
  name,
  label: 'Отдаёте',
});
const words = { shop: 'Размен', host: 'razmen.example', note: 'Курс на 22 ноября, 14:00 по Москве' };

it('a picture has the size of link previews for any names, and no name is interpreted as markup', async () => {
  const hostile = `<span size="999999">&bull; </span>${'Длинное имя '.repeat(40)}`;
  const picture = pairPicture({ ...words, give: side(hostile), get: side('"></svg>'), rate: { one: '1 USDT', other: '84,65 ₽' } });
  expect(picture.svg).not.toMatch(/image|passwd|<b/);
  const bytes = await renderPicture(picture);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 });
  expect(bytes.length).toBeLessThan(150_000);
});

it('there is a picture of each public pair and system, closed or not, in each locale, and of nothing else', async () => {
  const app = Fastify();
  const catalogue = makeCatalogue({
    paymentSystems: [
      makePaymentSystem({ code: 'BTC' }),
      makePaymentSystem({ code: 'LTC' }),
      makePaymentSystem({ code: 'OFF', incomeEnabled: false, outcomeEnabled: false }),
    ],
    directions: [makeDirection({ incomeCode: 'BTC', outcomeCode: 'LTC' }), makeDirection({ incomeCode: 'BTC', outcomeCode: 'OFF' })],
  });
  await app.register(
    shareFiles({
      catalogue,
      quotes: { priceOf: () => refuse({ code: 'direction_unavailable' }) },
      shop: { of: () => ({ name: { ru: 'Размен', en: 'Razmen' } }) },
      clock: { now: () => 0 },
      t: (_locale, key) => key,
      publicUrl: 'https://razmen.example',
    }),
  );
  const ask = async (path: string, etag = '') => await app.inject({ url: `/share/${path}`, headers: { 'if-none-match': etag } });
  for (const path of [
    'ltc-btc.png',
    'btc-off.png',
    'off.png',
    'none.png',
    'BTC-LTC.png',
    'btc-ltc.svg',
    'btc-ltc.png?l=de',
    'btc-ltc.png?l=ru&l=en',
    '%2e%2e%2fbtc.png',
  ])
    expect((await ask(path)).statusCode, path).toBe(404);
  const [ru, en] = [await ask('btc-ltc.png'), await ask('btc-ltc.png?l=en')];
  expect([ru.statusCode, ru.headers['content-type'], ru.headers['cache-control']]).toEqual([
    200,
    'image/png',
    expect.stringContaining('public'),
  ]);
  expect(en.headers['etag']).not.toBe(ru.headers['etag']);
  expect((await ask('btc-ltc.png?l=ru', String(ru.headers['etag']))).statusCode).toBe(304);
  expect((await ask('btc.png')).statusCode).toBe(200);
  await app.close();
});

describe('the picture cache', () => {
  const bytes = Buffer.from('png');

  it('renders a picture once for concurrent requests, one at a time, and again after a failure', async () => {
    const pictures = createPictureCache(() => 0);
    let [drawn, atOnce, most] = [0, 0, 0];
    const draw = async () => {
      drawn += 1;
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => void setImmediate(resolve));
      atOnce -= 1;
      return bytes;
    };
    const all = await Promise.all(['a', 'a', 'b', 'c', 'a'].map(async (key) => await pictures.get(key, 1, draw)));
    expect([drawn, most, all.every((one) => one?.etag === all[0]?.etag)]).toEqual([3, 1, true]);
    await expect(pictures.get('d', 1, async () => await Promise.reject(new Error('no font')))).rejects.toThrow('no font');
    expect((await pictures.get('d', 1, draw))?.bytes).toBe(bytes);
  });

  it('limits renderings per minute and in the queue; other requests get cached pictures', async () => {
    let now = 0;
    const pictures = createPictureCache(() => now);
    const draw = async () => bytes;
    const queued = await Promise.all(Array.from({ length: 30 }, async (_, i) => await pictures.get(`q${i}`, 1, draw)));
    expect(queued.filter((one) => one !== undefined)).toHaveLength(8);
    let given = 8;
    for (let i = 0; i < 100; i += 1) if ((await pictures.get(`p${i}`, 1, draw)) !== undefined) given += 1;
    expect(given).toBe(40);
    // A new hour, over the limits: the earlier picture
    expect(await pictures.get('q0', 2, async () => Buffer.from('new'))).toMatchObject({ bytes });
    now += 60_000;
    expect(await pictures.get('p99', 1, draw)).toBeDefined();
  });
});
