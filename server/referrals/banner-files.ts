import { createHash } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { type Locale, LOCALES } from '#core/locale.ts';
import { BANNER_SIZES, bannerPath, type BannerSize } from '#core/referral/banners.ts';
import { escapeHtml } from '#core/text/escape-html.ts';
import type { Deps } from '#server/deps.ts';

interface BannerText {
  readonly shop: string;
  readonly lines: readonly string[];
  readonly promise: string;
  readonly buttonText: string;
}

/** Colours of the exchange board (`ui/tokens.css`). There is one dark palette, because other sites have no theme of ours. */
const BOARD = '#14271f';
const LINE = '#35493e';
const PAPER = '#f3eee2';
const MUTED = '#a9b8ac';
const GREEN = '#8fd6b0';
const ON_GREEN = '#0b1a13';
const FONT = "'Golos Text',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly weight?: number;
  readonly anchor?: 'start' | 'middle';
  /** Maximum width; longer text is compressed. */
  readonly width: number;
}

/** Approximate character width relative to the font size. */
const CHAR_WIDTH = 0.6;

function textElement(text: string, { x, y, size, fill, weight = 400, anchor = 'start', width }: TextStyle): string {
  const fitting = text.length * size * CHAR_WIDTH > width ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}"${fitting}>${escapeHtml(text)}</text>`;
}

const banknoteIcon = (x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})" fill="${GREEN}"><path d="M1 1h22v12H1z" fill="none" stroke="${GREEN}" stroke-width="2"/><circle cx="12" cy="7" r="2.4"/><path d="M9 16h11v7H9zM22 16h11v7H22z"/></g>`;

const button = (box: { x: number; y: number; width: number; height: number }, text: string): string => {
  const { x, y, width, height } = box;
  const size = Math.round(height * 0.42);
  const style = {
    x: x + width / 2,
    y: y + height / 2 + size * 0.35,
    size,
    fill: ON_GREEN,
    weight: 700,
    anchor: 'middle',
    width: width - 16,
  } as const;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${GREEN}"/>${textElement(text, style)}`;
};

function drawHorizontal({ width, height }: BannerSize, { shop, lines, buttonText }: BannerText): string {
  return [
    banknoteIcon(14, 18, 1),
    textElement(shop, { x: 56, y: 37, size: 19, fill: PAPER, weight: 700, width: 104 }),
    ...lines.map((line, i) => textElement(line, { x: 176, y: 26 + i * 20, size: 15, fill: PAPER, width: 150 })),
    button({ x: width - 128, y: 12, width: 114, height: height - 24 }, buttonText),
  ].join('');
}

function drawVertical({ width, height }: BannerSize, { shop, lines, promise, buttonText }: BannerText): string {
  const isTall = height > width;
  const [margin, size] = [22, isTall ? 27 : 24];
  const firstBaseline = isTall ? 165 : 102;
  const innerWidth = width - 2 * margin;
  const lastBaseline = firstBaseline + (lines.length - 1) * (size + 8);
  return [
    banknoteIcon(margin, 24, 1.2),
    textElement(shop, { x: margin + 50, y: 46, size: 22, fill: PAPER, weight: 700, width: innerWidth - 50 }),
    `<path d="M${margin} 70h${innerWidth}" stroke="${LINE}"/>`,
    ...lines.map((line, i) =>
      textElement(line, { x: margin, y: firstBaseline + i * (size + 8), size, fill: PAPER, weight: 600, width: innerWidth }),
    ),
    textElement(promise, { x: margin, y: lastBaseline + 30, size: 15, fill: MUTED, width: innerWidth }),
    button({ x: margin, y: height - 66, width: innerWidth, height: 46 }, buttonText),
  ].join('');
}

/** An SVG banner for other sites: no scripts, no external files, generic fonts as fallback. */
function drawBanner(size: BannerSize, text: BannerText): string {
  const { width, height } = size;
  const drawn = width > height * 2 ? drawHorizontal(size, text) : drawVertical(size, text);
  const title = escapeHtml([text.shop, ...text.lines].join(' '));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}" font-family="${FONT}">` +
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${BOARD}" stroke="${LINE}"/>${drawn}</svg>`
  );
}

/** One day, so that a renamed shop is shown elsewhere the next day. */
const CACHE = 'public, max-age=86400, stale-while-revalidate=604800';

/** The banner of a size and language, with the shop's name. */
function bannerOf({ t, shop }: Pick<Deps, 't' | 'shop'>, size: BannerSize, locale: Locale): string {
  const lines = t(locale, 'earnings.banner.lines').split('|');
  const text = { lines, promise: t(locale, 'earnings.banner.promise'), buttonText: t(locale, 'earnings.banner.act') };
  return drawBanner(size, { ...text, shop: shop.of('shop').name[locale] });
}

/** `GET /banners/<size>-<language>.svg`: banners for referrers' sites; embedding is allowed. */
export const bannerFiles =
  (deps: Pick<Deps, 't' | 'shop'>): FastifyPluginAsync =>
  async (app) => {
    for (const locale of LOCALES) {
      for (const size of BANNER_SIZES) {
        app.get(bannerPath(size, locale), async (request, reply) => {
          const body = Buffer.from(bannerOf(deps, size, locale));
          const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
          reply.header('cache-control', CACHE).header('etag', etag).header('cross-origin-resource-policy', 'cross-origin');
          if (request.headers['if-none-match'] === etag) return reply.code(304).send();
          return reply.type('image/svg+xml').send(body);
        });
      }
    }
  };
