import { createRequire } from 'node:module';
import type { SharpConstructor } from 'sharp';
import { escapeHtml } from '#core/text/escape-html.ts';
import { type Picture, PICTURE, type PictureText } from './picture.ts';

const require = createRequire(import.meta.url);
const FONT = {
  regular: { font: 'Golos Text', fontfile: require.resolve('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf') },
  bold: { font: 'Golos Text SemiBold', fontfile: require.resolve('@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf') },
} as const;
/** One point per pixel. */
const DPI = 72;
/** Limit of a text's length. */
const MAX_TEXT_LENGTH = 120;
const ALIGN_FACTOR = { left: 0, centre: 0.5, right: 1 } as const;

/** Renders one text as an image, shrunk to its box. */
async function renderText(sharp: SharpConstructor, { text, weight, size, colour, box, align }: PictureText) {
  const shortened = Array.from(text).slice(0, MAX_TEXT_LENGTH).join('');
  const { font, fontfile } = FONT[weight];
  const render = async (limit: { readonly dpi: number } | { readonly height: number }) =>
    await sharp({
      text: {
        text: `<span foreground="${colour}">${escapeHtml(shortened)}</span>`,
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
  const natural = await render({ dpi: DPI });
  const isTooLarge = natural.info.height > box.height || natural.info.width > box.width;
  const { data, info } = isTooLarge ? await render({ height: Math.floor(box.height) }) : natural;
  return {
    input: data,
    left: Math.round(box.x + (box.width - info.width) * ALIGN_FACTOR[align]),
    top: Math.round(box.y + (box.height - info.height) / 2),
  };
}

/** Renders a picture as PNG, in the library's threads. Texts are rendered separately, so that none becomes SVG. */
export async function renderPicture({ svg, texts }: Picture): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const layers = [];
  // oxlint-disable-next-line no-await-in-loop -- sequential: a picture uses one thread, whatever it contains
  for (const text of texts.filter((item) => item.text.trim() !== '')) layers.push(await renderText(sharp, text));
  return await sharp(Buffer.from(svg), { limitInputPixels: PICTURE.width * PICTURE.height })
    .composite(layers)
    .png({ compressionLevel: 9, palette: true, effort: 3 })
    .toBuffer();
}
