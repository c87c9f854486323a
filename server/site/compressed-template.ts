import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Window of deflate: the maximum distance of a reference. */
const WINDOW = 32_768;
/** Not part of UTF-8: compression finds no match in a placeholder. */
const PLACEHOLDER_BYTE = 0xff;
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);

interface FixedPart {
  readonly plain: Buffer;
  readonly packed: Buffer;
}

/** A placeholder whose text differs by reader; all its texts have the same length. */
interface Placeholder {
  readonly name: string;
  readonly bytes: number;
}

/** A page in parts: compressed once, completed for each reader. */
export interface CompressedTemplate {
  /** The page with these texts in its placeholders; undefined when a text has another length than the placeholder. */
  writeFor(texts: ReadonlyMap<string, string>, encoding: 'gzip' | 'identity'): Buffer | undefined;
}

/** Bytes as a stored (uncompressed) deflate block. */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

const gzipTrailer = (sum: number, size: number): Buffer => {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(sum, 0);
  end.writeUInt32LE(size, 4);
  return Buffer.concat([LAST_BLOCK, end]);
};

/** Compresses a part with the preceding bytes as dictionary, without ending the stream. */
const compressPart = (piece: Buffer, before: Buffer): Buffer =>
  deflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH, ...(before.length === 0 ? {} : { dictionary: before }) });

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Splits a page at its placeholders (`placeholders`: text to name). The parts between are compressed once; each reader's page is these
 * parts with stored blocks between them.
 */
export function compressTemplate(html: string, placeholders: ReadonlyMap<string, string>): CompressedTemplate {
  const parts = html.split(new RegExp(`(${[...placeholders.keys()].map(escaped).join('|')})`));
  let preceding = Buffer.alloc(0);
  const pieces = parts
    .filter((part) => part !== '')
    .map((part): FixedPart | Placeholder => {
      const plain = Buffer.from(part);
      const name = placeholders.get(part);
      const piece = name === undefined ? { plain, packed: compressPart(plain, preceding) } : { name, bytes: plain.length };
      const dictionaryPart = name === undefined ? plain : Buffer.alloc(plain.length, PLACEHOLDER_BYTE);
      preceding = Buffer.concat([preceding, dictionaryPart]).subarray(-WINDOW);
      return piece;
    });
  return {
    writeFor(texts, encoding) {
      const plain: Buffer[] = [];
      const chunks: Buffer[] = [GZIP_HEAD];
      let sum = 0;
      let size = 0;
      for (const piece of pieces) {
        const bytes = 'plain' in piece ? piece.plain : Buffer.from(texts.get(piece.name) ?? '');
        if ('bytes' in piece && bytes.length !== piece.bytes) return undefined;
        sum = crc32(bytes, sum);
        size += bytes.length;
        plain.push(bytes);
        chunks.push('packed' in piece ? piece.packed : storedBlock(bytes));
      }
      return encoding === 'identity' ? Buffer.concat(plain) : Buffer.concat([...chunks, gzipTrailer(sum, size)]);
    },
  };
}
