import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/** No phone's camera and no long screenshot has more; a file of some kilobytes may claim a thousand times as many. */
const MAX_PIXELS = 50_000_000;
const LONGEST_SIDE = 2_400;
/** `EXIT_REFUSED` of `clean-picture.ts`: that file starts this one and is not imported by it. */
const EXIT_REFUSED = 3;

sharp.cache(false);
sharp.concurrency(1);
// Only these three decoders exist here: no SVG, no PDF, nothing that reads a second file
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

/** The picture alone: turned as its camera was held, no larger than a screen shows, on white, without a word beside the pixels. */
async function redraw(bytes: Buffer): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { pages = 1 } = await picture.metadata();
  if (pages !== 1) throw new Error('more than one picture');
  return await picture
    .autoOrient()
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
