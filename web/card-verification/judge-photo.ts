/** What may be wrong with a photo of a card before anybody looks at it; a hint, never a wall. */
export type PhotoHint = 'fine' | 'blurred' | 'glare' | 'dark' | 'small';

/** Points of a photo, RGBA, a byte each. */
export interface Points {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
}

/** A side below this holds no readable number. */
const LEAST_SIDE = 480;
/** Mean brightness of a photo that was taken in the dark. */
const DARK = 50;
/** Points that are burnt out, and how much of the middle they may take: a lamp's reflection lies on the card, a white table around it. */
const BURNT = 250;
const MOST_BURNT = 0.05;
/** How much neighbouring points differ where edges are sharp: the variance of the Laplacian, at the width that is judged. */
const SHARP = 45;
/** A photo is judged at this width. */
export const JUDGED_WIDTH = 480;

function brightnessOf({ data, width, height }: Points): Float32Array {
  const grey = new Float32Array(width * height);
  for (let i = 0; i < grey.length; i += 1) {
    const at = i * 4;
    grey[i] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  }
  return grey;
}

const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function burntInTheMiddle(grey: Float32Array, { width, height }: Points): number {
  const [left, right, top, bottom] = [width * 0.2, width * 0.8, height * 0.25, height * 0.75].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  let burnt = 0;
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) if ((grey[y * width + x] ?? 0) >= BURNT) burnt += 1;
  return burnt / Math.max(1, (right - left) * (bottom - top));
}

function sharpness(grey: Float32Array, { width, height }: Points): number {
  const edges: number[] = [];
  const at = (x: number, y: number): number => grey[y * width + x] ?? 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) edges.push(at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y));
  const middle = edges.reduce((sum, edge) => sum + edge, 0) / Math.max(1, edges.length);
  return edges.reduce((sum, edge) => sum + (edge - middle) ** 2, 0) / Math.max(1, edges.length);
}

/** Judges a photo by its points at `JUDGED_WIDTH`; `shortSide`: of the photo itself. */
export function judgePhoto(points: Points, shortSide: number): PhotoHint {
  if (shortSide < LEAST_SIDE) return 'small';
  const grey = brightnessOf(points);
  if (mean(grey) < DARK) return 'dark';
  if (burntInTheMiddle(grey, points) > MOST_BURNT) return 'glare';
  return sharpness(grey, points) < SHARP ? 'blurred' : 'fine';
}
