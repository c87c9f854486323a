/** Probable fault of a card photo. Only a hint: the photo can be sent all the same. */
export type PhotoHint = 'fine' | 'blurred' | 'glare' | 'dark' | 'small';

/** Pixels of a photo: RGBA, one byte per channel. */
export interface Pixels {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
}

/** Shortest side, in pixels, at which a card number is readable. */
const MIN_SIDE = 480;
/** A photo with a lower mean brightness (0 to 255) is too dark. */
const MIN_BRIGHTNESS = 50;
/** Brightness from which a pixel is overexposed, and the share of such pixels allowed in the middle: a reflection lies on the card, a white table around it. */
const OVEREXPOSED = 250;
const MAX_OVEREXPOSED_SHARE = 0.05;
/** Least variance of the Laplacian of a sharp photo, at `ANALYSIS_WIDTH`. */
const MIN_SHARPNESS = 45;
/** Width, in pixels, to which a photo is scaled for the check. */
export const ANALYSIS_WIDTH = 480;

function brightnessOf({ data, width, height }: Pixels): Float32Array {
  const grey = new Float32Array(width * height);
  for (let i = 0; i < grey.length; i += 1) {
    const at = i * 4;
    grey[i] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  }
  return grey;
}

const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function overexposedShare(grey: Float32Array, { width, height }: Pixels): number {
  const [left, right, top, bottom] = [width * 0.2, width * 0.8, height * 0.25, height * 0.75].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  let overexposed = 0;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) if ((grey[y * width + x] ?? 0) >= OVEREXPOSED) overexposed += 1;
  return overexposed / Math.max(1, (right - left) * (bottom - top));
}

function sharpness(grey: Float32Array, { width, height }: Pixels): number {
  const edges: number[] = [];
  const at = (x: number, y: number): number => grey[y * width + x] ?? 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) edges.push(at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y));
  const average = edges.reduce((sum, edge) => sum + edge, 0) / Math.max(1, edges.length);
  return edges.reduce((sum, edge) => sum + (edge - average) ** 2, 0) / Math.max(1, edges.length);
}

/** Checks a photo by its pixels at `ANALYSIS_WIDTH`; `shortSide`: of the original, in pixels. */
export function judgePhoto(pixels: Pixels, shortSide: number): PhotoHint {
  if (shortSide < MIN_SIDE) return 'small';
  const grey = brightnessOf(pixels);
  if (mean(grey) < MIN_BRIGHTNESS) return 'dark';
  if (overexposedShare(grey, pixels) > MAX_OVEREXPOSED_SHARE) return 'glare';
  return sharpness(grey, pixels) < MIN_SHARPNESS ? 'blurred' : 'fine';
}
