import type { BannerSize } from '#core/referral/banners.ts';

export interface BannerWords {
  readonly shop: string;
  readonly lines: readonly string[];
  readonly promise: string;
  readonly act: string;
}

/** The changer's board (`ui/tokens.css`): dark in either theme, as other sites have neither. */
const BOARD = '#14271f';
const LINE = '#35493e';
const PAPER = '#f3eee2';
const MUTED = '#a9b8ac';
const GREEN = '#8fd6b0';
const ON_GREEN = '#0b1a13';
const FONT = "'Golos Text',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

interface Said {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly weight?: number;
  readonly anchor?: 'start' | 'middle';
  /** Longer words are drawn narrower. */
  readonly width: number;
}

/** About the width of a letter in heights. */
const LETTER = 0.6;

function said(text: string, { x, y, size, fill, weight = 400, anchor = 'start', width }: Said): string {
  const fitting = text.length * size * LETTER > width ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}"${fitting}>${escaped(text)}</text>`;
}

const note = (x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})" fill="${GREEN}"><path d="M1 1h22v12H1z" fill="none" stroke="${GREEN}" stroke-width="2"/><circle cx="12" cy="7" r="2.4"/><path d="M9 16h11v7H9zM22 16h11v7H22z"/></g>`;

const button = (box: { x: number; y: number; width: number; height: number }, text: string): string => {
  const { x, y, width, height } = box;
  const size = Math.round(height * 0.42);
  const middle = {
    x: x + width / 2,
    y: y + height / 2 + size * 0.35,
    size,
    fill: ON_GREEN,
    weight: 700,
    anchor: 'middle',
    width: width - 16,
  } as const;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${GREEN}"/>${said(text, middle)}`;
};

function lying({ width, height }: BannerSize, { shop, lines, act }: BannerWords): string {
  return [
    note(14, 18, 1),
    said(shop, { x: 56, y: 37, size: 19, fill: PAPER, weight: 700, width: 104 }),
    ...lines.map((line, i) => said(line, { x: 176, y: 26 + i * 20, size: 15, fill: PAPER, width: 150 })),
    button({ x: width - 128, y: 12, width: 114, height: height - 24 }, act),
  ].join('');
}

function standing({ width, height }: BannerSize, { shop, lines, promise, act }: BannerWords): string {
  const isTall = height > width;
  const [edge, size] = [22, isTall ? 27 : 24];
  const first = isTall ? 165 : 102;
  const room = width - 2 * edge;
  const last = first + (lines.length - 1) * (size + 8);
  return [
    note(edge, 24, 1.2),
    said(shop, { x: edge + 50, y: 46, size: 22, fill: PAPER, weight: 700, width: room - 50 }),
    `<path d="M${edge} 70h${room}" stroke="${LINE}"/>`,
    ...lines.map((line, i) => said(line, { x: edge, y: first + i * (size + 8), size, fill: PAPER, weight: 600, width: room })),
    said(promise, { x: edge, y: last + 30, size: 15, fill: MUTED, width: room }),
    button({ x: edge, y: height - 66, width: room, height: 46 }, act),
  ].join('');
}

/** A picture for other sites: no script, no outside file, its words drawn as letters that any reader has. */
export function drawBanner(size: BannerSize, words: BannerWords): string {
  const { width, height } = size;
  const drawn = width > height * 2 ? lying(size, words) : standing(size, words);
  const title = escaped([words.shop, ...words.lines].join(' '));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}" font-family="${FONT}">` +
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${BOARD}" stroke="${LINE}"/>${drawn}</svg>`
  );
}
