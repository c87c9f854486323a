import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Window of deflate: the maximum distance of a reference. */
export const WINDOW = 32_768;
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
const NOTHING = Buffer.alloc(0);

/** Bytes as a stored (uncompressed) deflate block. */
export function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

function gzipTrailer(plain: readonly Buffer[]): Buffer {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(
    plain.reduce((sum, part) => crc32(part, sum), 0),
    0,
  );
  end.writeUInt32LE(
    plain.reduce((size, { length }) => size + length, 0),
    4,
  );
  return end;
}

/** Compresses a part with the preceding bytes as dictionary, without ending the stream. */
export const compressPart = (piece: Buffer, before: Buffer): Buffer =>
  deflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH, ...(before.length === 0 ? {} : { dictionary: before }) });

/** A gzip file of deflate blocks; `plain`: the same bytes uncompressed. */
export const gzipOf = (blocks: readonly Buffer[], plain: readonly Buffer[]): Buffer =>
  Buffer.concat([GZIP_HEAD, ...blocks, LAST_BLOCK, gzipTrailer(plain)]);

/** Compresses pages that contain this text: the text once, the rest of each page with it as dictionary. */
export function gzipAround(text: string): (page: Buffer) => Buffer {
  const shared = Buffer.from(text);
  const sharedBlock = compressPart(shared, NOTHING);
  return (page) => {
    const at = page.indexOf(shared);
    if (at < 0) return gzipOf([compressPart(page, NOTHING)], [page]);
    const before = compressPart(page.subarray(0, at), NOTHING);
    const after = compressPart(page.subarray(at + shared.length), shared.subarray(-WINDOW));
    return gzipOf([before, sharedBlock, after], [page]);
  };
}
