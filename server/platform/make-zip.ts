import { crc32, deflateRawSync } from 'node:zlib';

/** Names are UTF-8. */
const FLAGS = 0x08_00;
const DEFLATED = 8;
const VERSION = 20;
/** The earliest date of the format; the files contain their own times. */
const DAY = 0x00_21;

interface PackedFile {
  readonly label: Buffer;
  readonly data: Buffer;
  readonly size: number;
  readonly crc: number;
}

/** Writes the fields that both headers of a file share, from `at` on. */
function writeFileFields(header: Buffer, at: number, { label, data, size, crc }: PackedFile): void {
  header.writeUInt16LE(VERSION, at);
  header.writeUInt16LE(FLAGS, at + 2);
  header.writeUInt16LE(DEFLATED, at + 4);
  header.writeUInt16LE(DAY, at + 8);
  header.writeUInt32LE(crc, at + 10);
  header.writeUInt32LE(data.length, at + 14);
  header.writeUInt32LE(size, at + 18);
  header.writeUInt16LE(label.length, at + 22);
}

/** A zip archive of less than 4 GB and 65,535 files, the limits of the plain format. */
export function makeZip(files: Readonly<Record<string, Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const packed: PackedFile = { label: Buffer.from(name), data: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes) };
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04_03_4b_50);
    writeFileFields(local, 4, packed);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02_01_4b_50);
    entry.writeUInt16LE(VERSION, 4);
    writeFileFields(entry, 6, packed);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, packed.label, packed.data);
    directory.push(entry, packed.label);
    offset += local.length + packed.label.length + packed.data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}
