import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const { resolve } = createRequire(import.meta.url);

const between = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

/**
 * Characters of our own texts and figures, by the font part that has them, as in `ui/fonts.css`. Other characters are drawn from the whole
 * parts, loaded on demand.
 */
const PARTS = {
  latin: `${between(0x20, 0x7e)}\u00A0«·»±×\u2009–—‘’“”•…\u202F€™↑↓−`,
  'latin-ext': '₸₹₺₽₿',
  cyrillic: `Ё${between(0x410, 0x44f)}ё№`,
  'cyrillic-ext': '₴',
} as const;

/** Signs that the variable family has been left without; of one weight, whatever stands beside them. */
const STATIC = { file: '@expo-google-fonts/golos-text/500Medium/GolosText_500Medium.ttf', signs: '←→≈' } as const;

/** Writes the small parts of the family into a folder; the first paint fetches them and not the whole. */
export async function subsetFonts(folder: string): Promise<string> {
  await fs.mkdir(folder, { recursive: true });
  for (const [part, signs] of Object.entries(PARTS)) {
    const whole = await fs.readFile(resolve(`@fontsource-variable/golos-text/files/golos-text-${part}-wght-normal.woff2`));
    await fs.writeFile(path.join(folder, `golos-${part}.woff2`), await subsetFont(whole, signs, { targetFormat: 'woff2' }));
  }
  const medium = await fs.readFile(resolve(STATIC.file));
  await fs.writeFile(path.join(folder, 'golos-signs.woff2'), await subsetFont(medium, STATIC.signs, { targetFormat: 'woff2' }));
  return folder;
}
