import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06_05_4b_50;
const DIRECTORY_ENTRY = 0x02_01_4b_50;
const END_LENGTH = 22;
const MAX_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;

function endOfDirectory(zip: Buffer): number {
  const last = zip.length - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1) if (zip.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new Error('not a zip file');
}

/**
 * The wanted files of a zip archive by name. More than `maxBytes` per file is refused while unpacking, before the memory is allocated.
 * Throws on a malformed archive.
 */
export function readZip(zip: Buffer, wanted: ReadonlySet<string>, maxBytes: number): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = endOfDirectory(zip);
  let at = zip.readUInt32LE(end + 16);
  for (let remaining = zip.readUInt16LE(end + 10); remaining > 0; remaining -= 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('a zip directory that is none');
    const [method, packedLength] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameLength, extraLength, commentLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const name = zip.toString('latin1', at + 46, at + 46 + nameLength);
    const header = zip.readUInt32LE(at + 42);
    at += 46 + nameLength + extraLength + commentLength;
    if (!wanted.has(name)) continue;
    if (files.has(name)) throw new Error('a zip directory that names a file twice');
    // The local header repeats the name; its extra field may differ in length from the directory's
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const data = zip.subarray(start, start + packedLength);
    if (data.length < packedLength) throw new Error('a zip file that ends too early');
    if (method !== STORED && method !== DEFLATED) throw new Error(`a zip file packed by method ${method}`);
    files.set(name, method === STORED ? data : inflateRawSync(data, { maxOutputLength: maxBytes }));
  }
  return files;
}
