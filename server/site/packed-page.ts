import { constants, crc32, deflateRawSync } from 'node:zlib';

/** As far back as a packed page can refer. */
const WINDOW = 32_768;
/** Never part of UTF-8: packing finds nothing in an open place that it could refer to. */
const NOWHERE = 0xff;
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);

interface Fixed {
  readonly plain: Buffer;
  readonly packed: Buffer;
}

/** A place whose text differs from reader to reader, and how long every such text is. */
interface Open {
  readonly name: string;
  readonly bytes: number;
}

/** A page in pieces: packed once, filled in for each reader. */
export interface PackedPage {
  /** The page with these texts in its open places; undefined where one is of another length than the text it stands for. */
  writeFor(texts: ReadonlyMap<string, string>, encoding: 'gzip' | 'identity'): Buffer | undefined;
}

/** Bytes as a block of a packed stream that holds them as they are. */
function stored(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

const ending = (sum: number, size: number): Buffer => {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(sum, 0);
  end.writeUInt32LE(size, 4);
  return Buffer.concat([LAST_BLOCK, end]);
};

/** Packs a piece as the continuation of what stands before it; the stream stays open behind it. */
const pack = (piece: Buffer, before: Buffer): Buffer =>
  deflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH, ...(before.length === 0 ? {} : { dictionary: before }) });

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Takes a page apart at the texts that belong to its reader (`open`: text to name of the place). What lies between is packed here and
 * never again; a page is then a row of these pieces with his own texts between them, as they are.
 */
export function packPage(html: string, open: ReadonlyMap<string, string>): PackedPage {
  const parts = html.split(new RegExp(`(${[...open.keys()].map(escaped).join('|')})`));
  let before = Buffer.alloc(0);
  const pieces = parts
    .filter((part) => part !== '')
    .map((part): Fixed | Open => {
      const plain = Buffer.from(part);
      const name = open.get(part);
      const piece = name === undefined ? { plain, packed: pack(plain, before) } : { name, bytes: plain.length };
      const seen = name === undefined ? plain : Buffer.alloc(plain.length, NOWHERE);
      before = Buffer.concat([before, seen]).subarray(-WINDOW);
      return piece;
    });
  return {
    writeFor(texts, encoding) {
      const plain: Buffer[] = [];
      const sent: Buffer[] = [GZIP_HEAD];
      let sum = 0;
      let size = 0;
      for (const piece of pieces) {
        const bytes = 'plain' in piece ? piece.plain : Buffer.from(texts.get(piece.name) ?? '');
        if ('bytes' in piece && bytes.length !== piece.bytes) return undefined;
        sum = crc32(bytes, sum);
        size += bytes.length;
        plain.push(bytes);
        sent.push('packed' in piece ? piece.packed : stored(bytes));
      }
      return encoding === 'identity' ? Buffer.concat(plain) : Buffer.concat([...sent, ending(sum, size)]);
    },
  };
}
