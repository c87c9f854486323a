import { MARK_GRID, type MarkPaint, markShape, markTint, monogramSize, NETWORK_DOT, networkTint } from '#core/mark.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';

/** What networks of people show of a link. */
export const PICTURE = { width: 1_200, height: 630 } as const;

/** A text in its place: letters are drawn from our own font, so that no machine needs any. */
export interface PictureText {
  readonly text: string;
  readonly weight: 'regular' | 'bold';
  readonly size: number;
  readonly colour: string;
  /** The box that it stands in; what is too long becomes smaller. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Where in the box it stands. */
  readonly align: 'left' | 'centre' | 'right';
}

/** A picture before it is drawn: shapes as SVG without any text, and texts. */
export interface Picture {
  readonly svg: string;
  readonly texts: readonly PictureText[];
}

type Shown = Pick<PaymentSystem, 'kind' | 'mark' | 'network'>;

/** The counter's own colours (`ui/tokens.css`): a shared link is seen on light and dark alike. */
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

interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The shapes of a mark in their place; colours are ours, never a text of somebody. */
function markShapes({ kind, mark, network }: Shown, { x, y, size }: Place): string {
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

function monogram({ kind, mark }: Shown, { x, y, size }: Place): PictureText {
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

/** The note and its change, beside the shop's name. */
const SIGN = `<g transform="translate(${MARGIN} 52) scale(1.7)"><path d="M2 3h16v9H2z" fill="none" stroke="${COLOUR.action}" stroke-width="2.4"/><path d="M9 16h8v7H9zM20 16h8v7h-8z" fill="${COLOUR.action}"/></g>`;

const page = (shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}"><rect width="100%" height="100%" fill="${COLOUR.paper}"/>${SIGN}${shapes}</svg>`;

/** What every picture says: whose it is, where, and since when it is so. */
function frameTexts({ shop, host, note }: Words): readonly PictureText[] {
  const [wide, y] = [PICTURE.width - 2 * MARGIN, 530];
  return [
    {
      text: shop,
      weight: 'bold',
      size: 36,
      colour: COLOUR.ink,
      box: { x: MARGIN + 70, y: 50, width: wide - 70, height: 46 },
      align: 'left',
    },
    { text: note, weight: 'regular', size: 26, colour: COLOUR.muted, box: { x: MARGIN, y, width: wide * 0.62, height: 40 }, align: 'left' },
    {
      text: host,
      weight: 'regular',
      size: 26,
      colour: COLOUR.muted,
      box: { x: MARGIN + wide * 0.62, y, width: wide * 0.38, height: 40 },
      align: 'right',
    },
  ];
}

interface Words {
  readonly shop: string;
  readonly host: string;
  readonly note: string;
}

/** One side of an exchange. */
export interface PictureSide {
  readonly system: Shown;
  readonly name: string;
  readonly label: string;
}

export interface PairPicture extends Words {
  readonly give: PictureSide;
  readonly get: PictureSide;
  /** `1 USDT` and `84,65 ₽`; null: there is no rate now. */
  readonly rate: { readonly one: string; readonly other: string } | null;
}

const TRAY = { y: 170, width: 408, height: 290 } as const;
const BOARD_WIDTH = PICTURE.width - 2 * (MARGIN + TRAY.width);

function side({ system, name, label }: PictureSide, x: number): Picture {
  const inner = TRAY.width - 64;
  const place = { x: x + 32, y: TRAY.y + 84, size: 72 };
  return {
    svg: `<rect x="${x}" y="${TRAY.y}" width="${TRAY.width}" height="${TRAY.height}" rx="10" fill="${COLOUR.sheet}" stroke="${COLOUR.line}" stroke-width="2"/>${markShapes(system, place)}`,
    texts: [
      {
        text: label,
        weight: 'regular',
        size: 26,
        colour: COLOUR.muted,
        box: { x: x + 32, y: TRAY.y + 28, width: inner, height: 36 },
        align: 'left',
      },
      {
        text: name,
        weight: 'bold',
        size: 40,
        colour: COLOUR.ink,
        box: { x: x + 32, y: TRAY.y + 174, width: inner, height: 96 },
        align: 'left',
      },
      monogram(system, place),
    ],
  };
}

/** Two facing trays and the board between them: a pair as the counter shows it. */
export function pairPicture(pair: PairPicture): Picture {
  const [give, get] = [side(pair.give, MARGIN), side(pair.get, PICTURE.width - MARGIN - TRAY.width)];
  const x = MARGIN + TRAY.width;
  const box = { x: x + 16, width: BOARD_WIDTH - 32 };
  const board = `<rect x="${x}" y="${TRAY.y - 12}" width="${BOARD_WIDTH}" height="${TRAY.height + 24}" fill="${COLOUR.board}"/>`;
  const arrow = `<path d="M${x + BOARD_WIDTH / 2 - 26} ${TRAY.y + 212}h46m-16-16 16 16-16 16" fill="none" stroke="${COLOUR.onBoard}" stroke-width="6"/>`;
  const rate: readonly PictureText[] =
    pair.rate === null
      ? []
      : [
          {
            text: `${pair.rate.one} =`,
            weight: 'regular',
            size: 28,
            colour: COLOUR.boardMuted,
            box: { ...box, y: TRAY.y + 64, height: 40 },
            align: 'centre',
          },
          {
            text: pair.rate.other,
            weight: 'bold',
            size: 36,
            colour: COLOUR.onBoard,
            box: { ...box, y: TRAY.y + 112, height: 52 },
            align: 'centre',
          },
        ];
  return { svg: page(give.svg + get.svg + board + arrow), texts: [...frameTexts(pair), ...give.texts, ...get.texts, ...rate] };
}

export interface SystemPicture extends Words {
  readonly system: Shown;
  readonly name: string;
  readonly about: string;
}

/** One payment system: its mark and name. */
export function systemPicture(one: SystemPicture): Picture {
  const place = { x: MARGIN, y: 220, size: 190 };
  const box = { x: MARGIN + 240, width: PICTURE.width - 2 * MARGIN - 240 };
  return {
    svg: page(markShapes(one.system, place)),
    texts: [
      ...frameTexts(one),
      { text: one.name, weight: 'bold', size: 72, colour: COLOUR.ink, box: { ...box, y: 210, height: 150 }, align: 'left' },
      { text: one.about, weight: 'regular', size: 34, colour: COLOUR.muted, box: { ...box, y: 372, height: 50 }, align: 'left' },
      monogram(one.system, place),
    ],
  };
}
