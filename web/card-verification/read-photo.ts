/** Probable fault of a card photo. Only a hint: the photo can be sent all the same. */
export type PhotoHint = 'fine' | 'blurred' | 'glare' | 'dark' | 'small';

/** Pixels of a photo: RGBA, one byte per channel. */
interface Pixels {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
}

/** Shortest side, in pixels, at which a card number is readable. */
const MIN_SIDE_PX = 480;
/** A photo with a lower mean brightness (0 to 255) is too dark. */
const MIN_BRIGHTNESS = 50;
/** Brightness from which a pixel is overexposed, and the share of such pixels allowed in the middle. A reflection lies on the card; a white table is around it. */
const MIN_OVEREXPOSED = 250;
const MAX_OVEREXPOSED_SHARE = 0.05;
/** Least variance of the Laplacian of a sharp photo, at `ANALYSIS_WIDTH`. */
const MIN_SHARPNESS = 45;
/** Width, in pixels, to which a photo is scaled for the check. */
export const ANALYSIS_WIDTH = 480;

function brightnessOf({ data, width, height }: Pixels): Float32Array {
  const grey = new Float32Array(width * height);
  for (let i = 0; i < grey.length; i += 1) {
    const offset = i * 4;
    grey[i] = 0.299 * (data[offset] ?? 0) + 0.587 * (data[offset + 1] ?? 0) + 0.114 * (data[offset + 2] ?? 0);
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
    for (let x = left; x < right; x += 1) if ((grey[y * width + x] ?? 0) >= MIN_OVEREXPOSED) overexposed += 1;
  return overexposed / Math.max(1, (right - left) * (bottom - top));
}

function sharpness(grey: Float32Array, { width, height }: Pixels): number {
  const edges: number[] = [];
  const brightnessAt = (x: number, y: number): number => grey[y * width + x] ?? 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1)
      edges.push(
        brightnessAt(x - 1, y) + brightnessAt(x + 1, y) + brightnessAt(x, y - 1) + brightnessAt(x, y + 1) - 4 * brightnessAt(x, y),
      );
  const average = edges.reduce((sum, edge) => sum + edge, 0) / Math.max(1, edges.length);
  return edges.reduce((sum, edge) => sum + (edge - average) ** 2, 0) / Math.max(1, edges.length);
}

/** Checks a photo by its pixels at `ANALYSIS_WIDTH`; `shortSide`: of the original, in pixels. */
export function judgePhoto(pixels: Pixels, shortSide: number): PhotoHint {
  if (shortSide < MIN_SIDE_PX) return 'small';
  const grey = brightnessOf(pixels);
  if (mean(grey) < MIN_BRIGHTNESS) return 'dark';
  if (overexposedShare(grey, pixels) > MAX_OVEREXPOSED_SHARE) return 'glare';
  return sharpness(grey, pixels) < MIN_SHARPNESS ? 'blurred' : 'fine';
}

/** A chosen photo: what is uploaded and its preview. */
export interface Photo {
  readonly file: Blob;
  readonly name: string;
  /** Object URL of the preview; null: the browser cannot decode it (HEIC outside Apple's). */
  readonly url: string | null;
  /** Null: the browser cannot decode it. */
  readonly hint: PhotoHint | null;
}

/** The server scales photos down to this side, in pixels; a larger upload is wasted. */
const MAX_SIDE_PX = 2_400;
/** Smaller files are uploaded unchanged. */
const MAX_UNCHANGED_BYTES = 700_000;
const JPEG_QUALITY = 0.88;

function drawScaled(bitmap: ImageBitmap, maxSide: number): HTMLCanvasElement {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function hintOf(bitmap: ImageBitmap): PhotoHint {
  const canvas = drawScaled(bitmap, ANALYSIS_WIDTH);
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height);
  return pixels === undefined ? 'fine' : judgePhoto(pixels, Math.min(bitmap.width, bitmap.height));
}

async function compress(bitmap: ImageBitmap, file: File): Promise<Blob> {
  if (file.size <= MAX_UNCHANGED_BYTES) return file;
  const canvas = drawScaled(bitmap, MAX_SIDE_PX);
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  return jpeg !== null && jpeg.size < file.size ? jpeg : file;
}

/** Checks a chosen file and makes a smaller copy for slow connections. A file that this browser cannot decode is uploaded unchanged. */
export async function readPhoto(file: File): Promise<Photo> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return { file, name: file.name, url: null, hint: null };
  try {
    const upload = await compress(bitmap, file);
    return { file: upload, name: file.name, url: URL.createObjectURL(upload), hint: hintOf(bitmap) };
  } finally {
    bitmap.close();
  }
}
