import { createRequire } from 'node:module';
import type { SharpConstructor } from 'sharp';
import { type Picture, PICTURE, type PictureText } from './picture.ts';

const require = createRequire(import.meta.url);
const FONT = {
  regular: { font: 'Golos Text', fontfile: require.resolve('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf') },
  bold: { font: 'Golos Text SemiBold', fontfile: require.resolve('@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf') },
} as const;
/** A point is a pixel. */
const DPI = 72;
/** Longer texts are nobody's names. */
const LONGEST_TEXT = 120;
const SHIFT = { left: 0, centre: 0.5, right: 1 } as const;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escape = (text: string): string => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? '');

/** One text as a picture of its own, no larger than its box. */
async function drawText(sharp: SharpConstructor, { text, weight, size, colour, box, align }: PictureText) {
  const whole = Array.from(text).slice(0, LONGEST_TEXT).join('');
  const { font, fontfile } = FONT[weight];
  const make = async (limit: { readonly dpi: number } | { readonly height: number }) =>
    await sharp({
      text: {
        text: `<span foreground="${colour}">${escape(whole)}</span>`,
        font: `${font} ${Math.round(size)}`,
        fontfile,
        rgba: true,
        width: Math.floor(box.width),
        wrap: 'word-char',
        align,
        ...limit,
      },
    })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
  const free = await make({ dpi: DPI });
  const isTooLarge = free.info.height > box.height || free.info.width > box.width;
  const { data, info } = isTooLarge ? await make({ height: Math.floor(box.height) }) : free;
  return {
    input: data,
    left: Math.round(box.x + (box.width - info.width) * SHIFT[align]),
    top: Math.round(box.y + (box.height - info.height) / 2),
  };
}

/** A picture as PNG. Shapes are ours alone, texts become pictures before they meet them; all of it in threads of the library, beside the event loop. */
export async function drawPicture({ svg, texts }: Picture): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const layers = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other: a picture takes one thread, however much is in it
  for (const text of texts.filter((one) => one.text.trim() !== '')) layers.push(await drawText(sharp, text));
  return await sharp(Buffer.from(svg), { limitInputPixels: PICTURE.width * PICTURE.height })
    .composite(layers)
    .png({ compressionLevel: 9, palette: true, effort: 3 })
    .toBuffer();
}
