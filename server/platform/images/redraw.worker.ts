import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { pictureKindOf } from './clean-picture.ts';

/** More than any phone camera or long screenshot; a small file may claim a thousand times as many. */
const MAX_PIXELS = 50_000_000;
const LONGEST_SIDE = 2_400;
/** The same as in `clean-picture.ts`, which starts this file and does not import it. */
const EXIT_REFUSED = 3;

sharp.cache(false);
sharp.concurrency(1);
// Only these three decoders: no SVG, no PDF, none that reads another file
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

/** Sharp has no HEVC decoder. Rotation is already applied to the pixels. The size is checked before decoding. */
async function openHeic(bytes: Buffer): Promise<Sharp> {
  const { default: heic } = await import('heic-decode');
  const [first, ...others] = await heic.all({ buffer: new Uint8Array(bytes) });
  if (first === undefined || others.length > 0) throw new Error('not one picture');
  if (first.width * first.height > MAX_PIXELS) throw new Error('too many pixels');
  const { width, height, data } = await first.decode();
  return sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } });
}

async function open(bytes: Buffer): Promise<Sharp> {
  if (pictureKindOf(bytes) === 'heic') return await openHeic(bytes);
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { pages = 1 } = await picture.metadata();
  if (pages !== 1) throw new Error('more than one picture');
  return picture.autoOrient();
}

/** The pixels only: rotated upright, at most `LONGEST_SIDE`, on white, without metadata. */
async function redraw(bytes: Buffer): Promise<Buffer> {
  const picture = await open(bytes);
  return await picture
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

const bytes = await buffer(process.stdin);
try {
  process.stdout.write(await redraw(bytes));
} catch {
  process.exitCode = EXIT_REFUSED;
}
