import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const { resolve } = createRequire(import.meta.url);

const characterRange = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

/**
 * Characters of our own texts and figures, by the font part that has them, as in `ui/fonts.css`. Other characters are drawn from the whole
 * parts, loaded on demand.
 */
const PARTS = {
  latin: `${characterRange(0x20, 0x7e)}\u00A0«·»±×\u2009–—‘’“”•…\u202F€™↑↓−`,
  'latin-ext': '₸₹₺₽₿',
  cyrillic: `Ё${characterRange(0x410, 0x44f)}ё№`,
  'cyrillic-ext': '₴',
} as const;

/** Characters that the variable family lacks. They have one weight, also inside bold text. */
const STATIC = { file: '@expo-google-fonts/golos-text/500Medium/GolosText_500Medium.ttf', characters: '←→≈' } as const;

/** Replaces a file in one step: several bundles are built at the same time and read the same subsets. */
async function replaceFile(file: string, content: Uint8Array): Promise<void> {
  const next = `${file}.${process.pid}`;
  await fs.writeFile(next, content);
  await fs.rename(next, file);
}

/** Writes the subsets of the family into a folder and returns it. The first paint loads them instead of the whole family. */
export async function subsetFonts(folder: string): Promise<string> {
  await fs.mkdir(folder, { recursive: true });
  for (const [part, characters] of Object.entries(PARTS)) {
    const whole = await fs.readFile(resolve(`@fontsource-variable/golos-text/files/golos-text-${part}-wght-normal.woff2`));
    await replaceFile(path.join(folder, `golos-${part}.woff2`), await subsetFont(whole, characters, { targetFormat: 'woff2' }));
  }
  const medium = await fs.readFile(resolve(STATIC.file));
  await replaceFile(path.join(folder, 'golos-signs.woff2'), await subsetFont(medium, STATIC.characters, { targetFormat: 'woff2' }));
  return folder;
}
