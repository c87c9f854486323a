import { judgePhoto, ANALYSIS_WIDTH, type PhotoHint } from './judge-photo.ts';

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
const MAX_SIDE = 2_400;
/** Smaller files are uploaded unchanged. */
const SMALL_BYTES = 700_000;
const QUALITY = 0.88;

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

async function compressed(bitmap: ImageBitmap, file: File): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file;
  const canvas = drawScaled(bitmap, MAX_SIDE);
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  return jpeg !== null && jpeg.size < file.size ? jpeg : file;
}

/** Checks a chosen file and makes a smaller copy for slow connections. A file that this browser cannot decode is uploaded unchanged. */
export async function readPhoto(file: File): Promise<Photo> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return { file, name: file.name, url: null, hint: null };
  try {
    const upload = await compressed(bitmap, file);
    return { file: upload, name: file.name, url: URL.createObjectURL(upload), hint: hintOf(bitmap) };
  } finally {
    bitmap.close();
  }
}
