import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanPicture } from './clean-picture.ts';

const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A grey PNG of the claimed size with all pixels, compressed a thousand times. */
function greyPng(side: number, before: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit per pixel, grey
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...before, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

const plain = (width = 60, height = 30) => sharp({ create: { width, height, channels: 3, background: '#3a7' } });
/** Noise is hardly compressed: half of its file contains half of the picture. */
const noise = async (type: 'jpeg' | 'png' | 'webp') =>
  await sharp({ create: { width: 200, height: 200, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .toFormat(type)
    .toBuffer();
/** 64 × 40 green pixels as a phone stores them (HEVC still picture). */
const HEIC = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAaptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAA',
    'EGlkYXQAAAAAAEAAKAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHOAAEAAAAAAAAAGAACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5m',
    'ZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADVaXBycAAAALNpcGNvAAAAc2h2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEM',
    'Af//A3AAAAMAkAAAAwAAAwAeugJAIQABACdCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprmwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAA',
    'AEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAACgAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwAC',
    'AAEAAQAAACBtZGF0AAAAFCgBr1jm9Oq//pj/77f/sXOeRqd8',
  ].join(''),
  'base64',
);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const HTML = Buffer.from('<html><script>alert(1)</script></html>');

const frames = async () => {
  const raw = Buffer.concat([Buffer.alloc(20 * 20 * 3, 0), Buffer.alloc(20 * 20 * 3, 200)]);
  return await sharp(raw, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
};

describe('an uploaded picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('is re-encoded from %s, no larger than a screen', async (type) => {
    const drawn = await cleanPicture(await plain(4_000, 1_000).toFormat(type).toBuffer());
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 2_400, height: 600 });
  });

  it('is converted from HEIC; a truncated or mislabelled one is refused', async () => {
    const drawn = await cleanPicture(HEIC);
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 40 });
    expect(await cleanPicture(HEIC.subarray(0, HEIC.length - 60))).toBeUndefined();
    expect(await cleanPicture(Buffer.concat([HEIC.subarray(0, 24), HTML]))).toBeUndefined();
  });

  it('has no metadata, is rotated upright, and is valid only as a picture', async () => {
    const exif = { IFD0: { Copyright: 'Ivan Petrov' }, IFD3: { GPSLatitude: '55/1 45/1 0/1', GPSLatitudeRef: 'N' } };
    const photo = await plain().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(photo.includes('Ivan Petrov')).toBe(true);
    const drawn = await cleanPicture(Buffer.concat([photo, HTML]));
    const seen = await sharp(drawn).metadata();
    expect(seen).toMatchObject({ width: 30, height: 60 });
    expect([seen.exif, seen.icc, seen.xmp, seen.iptc, seen.orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect([drawn?.includes('Ivan'), drawn?.includes('<script')]).toEqual([false, false]);
  });

  it('is refused unless it is a picture', async () => {
    const hostile: Record<string, Buffer> = {
      'svg renamed': SVG,
      'svg behind a PNG’s first bytes': Buffer.concat([SIGNATURE, SVG]),
      'page behind a JPEG’s first bytes': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), HTML]),
      gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      empty: Buffer.alloc(0),
      'animated webp': await frames(),
      'animated png': greyPng(8, [chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))]),
      bomb: greyPng(30_000),
    };
    for (const type of ['jpeg', 'png', 'webp'] as const) {
      const whole = await noise(type);
      hostile[`cut off ${type}`] = whole.subarray(0, whole.length / 2);
    }
    const taken: string[] = [];
    for (const [name, bytes] of Object.entries(hostile)) if ((await cleanPicture(bytes)) !== undefined) taken.push(name);
    expect(taken).toEqual([]);
    // A valid PNG of the same generator is accepted
    expect(await cleanPicture(greyPng(8))).toBeDefined();
  });

  it('is queued, and refused with Retry-After if the queue is full', async () => {
    const one = await plain().png().toBuffer();
    const crowd = await Promise.allSettled(Array.from({ length: 8 }, async () => await cleanPicture(one)));
    expect(crowd.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(crowd.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { name: 'PicturesUnavailable' } });
    const drawn = async (peers: readonly string[]) => {
      const all = await Promise.allSettled(peers.map(async (peer) => await cleanPicture(one, peer)));
      return all.map(({ status }, index) => `${peers[index]} ${status}`);
    };
    // A flood from one network does not block another network
    const both = await drawn(['flood', 'flood', 'flood', 'flood', 'flood', 'other']);
    expect(both.filter((line) => line.endsWith('rejected'))).toEqual(['flood rejected', 'flood rejected']);
    expect(await drawn(['flood'])).toEqual(['flood fulfilled']);
  });
});
