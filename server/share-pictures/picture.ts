import { MARK_GRID, type MarkPaint, markShape, markTint, monogramSize, NETWORK_DOT, networkTint } from '#core/brand/mark.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';

/** Size of link previews in social networks. */
export const PICTURE = { width: 1_200, height: 630 } as const;

/** A text in its box, rendered with our own font. */
export interface PictureText {
  readonly text: string;
  readonly weight: 'regular' | 'bold';
  readonly size: number;
  readonly colour: string;
  /** Bounding box; text too long for it is shrunk. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly align: 'left' | 'centre' | 'right';
}

/** A picture before rendering: SVG shapes without text, and texts. */
export interface Picture {
  readonly svg: string;
  readonly texts: readonly PictureText[];
}

type MarkedSystem = Pick<PaymentSystem, 'kind' | 'mark' | 'network'>;

/** The site's light palette (`ui/tokens.css`), readable on light and dark pages. */
const COLOUR = {
  paper: '#f3eee2',
  sheet: '#fdfbf5',
  ink: '#10211b',
  muted: '#536058',
  line: '#d5ccb8',
  board: '#14271f',
  onBoard: '#f3eee2',
  boardMuted: '#a9b8ac',
  action: '#17613f',
} as const;

const MARGIN = 72;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** SVG of a payment system's mark; contains no user text. */
function markSvg({ kind, mark, network }: MarkedSystem, { x, y, size }: Box): string {
  const tint: Readonly<Record<MarkPaint, string>> = markTint(mark.tint);
  const layers = markShape(kind).layers.map(({ d, paint }) => `<path fill="${tint[paint]}" fill-rule="evenodd" d="${d}"/>`);
  const dot = networkTint(network);
  const { x: cx, y: cy, radius, rim } = NETWORK_DOT;
  const corner =
    dot === null
      ? ''
      : `<circle cx="${cx}" cy="${cy}" r="${rim}" fill="${COLOUR.sheet}"/><circle cx="${cx}" cy="${cy}" r="${radius}" fill="${dot.base}"/>`;
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 ${MARK_GRID} ${MARK_GRID}">${layers.join('')}${corner}</svg>`;
}

function monogram({ kind, mark }: MarkedSystem, { x, y, size }: Box): PictureText {
  const shape = markShape(kind);
  const scale = size / MARK_GRID;
  const height = monogramSize(shape, mark.monogram) * scale;
  return {
    text: mark.monogram,
    weight: 'bold',
    size: height * 0.72,
    colour: markTint(mark.tint).ink,
    box: { x: x + shape.monogram.x * scale - size / 2, y: y + shape.monogram.y * scale - height / 2, width: size, height },
    align: 'centre',
  };
}

/** The site's logo, beside the shop's name. */
const LOGO = `<g transform="translate(${MARGIN} 52) scale(1.7)"><path d="M2 3h16v9H2z" fill="none" stroke="${COLOUR.action}" stroke-width="2.4"/><path d="M9 16h8v7H9zM20 16h8v7h-8z" fill="${COLOUR.action}"/></g>`;

const pageSvg = (shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}"><rect width="100%" height="100%" fill="${COLOUR.paper}"/>${LOGO}${shapes}</svg>`;

/** Texts of every picture: shop, host, date. */
function frameTexts({ shop, host, note }: FrameText): readonly PictureText[] {
  const [innerWidth, y] = [PICTURE.width - 2 * MARGIN, 530];
  return [
    {
      text: shop,
      weight: 'bold',
      size: 36,
      colour: COLOUR.ink,
      box: { x: MARGIN + 70, y: 50, width: innerWidth - 70, height: 46 },
      align: 'left',
    },
    {
      text: note,
      weight: 'regular',
      size: 26,
      colour: COLOUR.muted,
      box: { x: MARGIN, y, width: innerWidth * 0.62, height: 40 },
      align: 'left',
    },
    {
      text: host,
      weight: 'regular',
      size: 26,
      colour: COLOUR.muted,
      box: { x: MARGIN + innerWidth * 0.62, y, width: innerWidth * 0.38, height: 40 },
      align: 'right',
    },
  ];
}

interface FrameText {
  readonly shop: string;
  readonly host: string;
  readonly note: string;
}

/** One side of an exchange. */
export interface PictureSide {
  readonly system: MarkedSystem;
  readonly name: string;
  readonly label: string;
}

export interface PairPicture extends FrameText {
  readonly give: PictureSide;
  readonly get: PictureSide;
  /** `1 USDT` and `84,65 ₽`; null: no rate now. */
  readonly rate: { readonly one: string; readonly other: string } | null;
}

const CARD = { y: 170, width: 408, height: 290 } as const;
const BOARD_WIDTH = PICTURE.width - 2 * (MARGIN + CARD.width);

function sidePicture({ system, name, label }: PictureSide, x: number): Picture {
  const inner = CARD.width - 64;
  const place = { x: x + 32, y: CARD.y + 84, size: 72 };
  return {
    svg: `<rect x="${x}" y="${CARD.y}" width="${CARD.width}" height="${CARD.height}" rx="10" fill="${COLOUR.sheet}" stroke="${COLOUR.line}" stroke-width="2"/>${markSvg(system, place)}`,
    texts: [
      {
        text: label,
        weight: 'regular',
        size: 26,
        colour: COLOUR.muted,
        box: { x: x + 32, y: CARD.y + 28, width: inner, height: 36 },
        align: 'left',
      },
      {
        text: name,
        weight: 'bold',
        size: 40,
        colour: COLOUR.ink,
        box: { x: x + 32, y: CARD.y + 174, width: inner, height: 96 },
        align: 'left',
      },
      monogram(system, place),
    ],
  };
}

/** Two payment systems with the rate between them. */
export function pairPicture(pair: PairPicture): Picture {
  const [give, get] = [sidePicture(pair.give, MARGIN), sidePicture(pair.get, PICTURE.width - MARGIN - CARD.width)];
  const x = MARGIN + CARD.width;
  const box = { x: x + 16, width: BOARD_WIDTH - 32 };
  const board = `<rect x="${x}" y="${CARD.y - 12}" width="${BOARD_WIDTH}" height="${CARD.height + 24}" fill="${COLOUR.board}"/>`;
  const arrow = `<path d="M${x + BOARD_WIDTH / 2 - 26} ${CARD.y + 212}h46m-16-16 16 16-16 16" fill="none" stroke="${COLOUR.onBoard}" stroke-width="6"/>`;
  const rate: readonly PictureText[] =
    pair.rate === null
      ? []
      : [
          {
            text: `${pair.rate.one} =`,
            weight: 'regular',
            size: 28,
            colour: COLOUR.boardMuted,
            box: { ...box, y: CARD.y + 64, height: 40 },
            align: 'centre',
          },
          {
            text: pair.rate.other,
            weight: 'bold',
            size: 36,
            colour: COLOUR.onBoard,
            box: { ...box, y: CARD.y + 112, height: 52 },
            align: 'centre',
          },
        ];
  return { svg: pageSvg(give.svg + get.svg + board + arrow), texts: [...frameTexts(pair), ...give.texts, ...get.texts, ...rate] };
}

export interface SystemPicture extends FrameText {
  readonly system: MarkedSystem;
  readonly name: string;
  readonly about: string;
}

/** One payment system: mark and name. */
export function systemPicture(input: SystemPicture): Picture {
  const place = { x: MARGIN, y: 220, size: 190 };
  const box = { x: MARGIN + 240, width: PICTURE.width - 2 * MARGIN - 240 };
  return {
    svg: pageSvg(markSvg(input.system, place)),
    texts: [
      ...frameTexts(input),
      { text: input.name, weight: 'bold', size: 72, colour: COLOUR.ink, box: { ...box, y: 210, height: 150 }, align: 'left' },
      { text: input.about, weight: 'regular', size: 34, colour: COLOUR.muted, box: { ...box, y: 372, height: 50 }, align: 'left' },
      monogram(input.system, place),
    ],
  };
}
