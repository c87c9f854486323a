import { judgePhoto, JUDGED_WIDTH, type PhotoHint } from './judge-photo.ts';

/** A photo that was chosen, as it is sent and shown. */
export interface Photo {
  readonly file: Blob;
  readonly name: string;
  /** Its address on this page; null where the browser cannot show it (HEIC outside Apple's). */
  readonly url: string | null;
  /** Null where it cannot be looked at here. */
  readonly hint: PhotoHint | null;
}

/** The server draws it at most this large: more would only travel. */
const LONGEST_SIDE = 2_400;
/** Smaller files travel as they are. */
const SMALL_BYTES = 700_000;
const QUALITY = 0.88;

function drawn(bitmap: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
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
  const canvas = drawn(bitmap, JUDGED_WIDTH);
  const { width, height } = canvas;
  const points = canvas.getContext('2d')?.getImageData(0, 0, width, height);
  return points === undefined ? 'fine' : judgePhoto(points, Math.min(bitmap.width, bitmap.height));
}

async function lighter(bitmap: ImageBitmap, file: File): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file;
  const canvas = drawn(bitmap, LONGEST_SIDE);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  return made !== null && made.size < file.size ? made : file;
}

/** Looks at a chosen file: what it looks like, and a lighter copy for slow lines. What this browser cannot read is sent as it is. */
export async function readPhoto(file: File): Promise<Photo> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return { file, name: file.name, url: null, hint: null };
  try {
    const sent = await lighter(bitmap, file);
    return { file: sent, name: file.name, url: URL.createObjectURL(sent), hint: hintOf(bitmap) };
  } finally {
    bitmap.close();
  }
}
