/** Accepted pictures, by their first bytes. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'heic';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** HEVC still pictures as phones write them. */
const HEIC_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'mif1']);

/** Type of a file by its first bytes; the file name and the declared media type are not used. */
export function pictureKindOf(bytes: Buffer): PictureKind | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(PNG)) return 'png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (isWebp) return 'webp';
  return bytes.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.has(bytes.toString('latin1', 8, 12)) ? 'heic' : undefined;
}

/** Whether a PNG is animated: decoders without support show only the first frame. */
export function isAnimatedPng(bytes: Buffer): boolean {
  let at = PNG.length;
  while (at + 8 <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    // `acTL` precedes the first image data
    if (name === 'IDAT') return false;
    at += bytes.readUInt32BE(at) + 12;
  }
  return false;
}
