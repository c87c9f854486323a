import { constants, inflateSync } from 'node:zlib';

/** Names in a PDF that make it act, lead elsewhere, carry other files or hide what it says. */
const ACTIVE = [
  '/JavaScript',
  '/JS',
  '/OpenAction',
  '/AA',
  '/Launch',
  '/URI',
  '/GoToR',
  '/GoToE',
  '/Rendition',
  '/Movie',
  '/Sound',
  '/EmbeddedFile',
  '/EmbeddedFiles',
  '/FileAttachment',
  '/Filespec',
  '/FFilter',
  '/Collection',
  '/RichMedia',
  '/3D',
  '/XFA',
  '/Encrypt',
  '/SubmitForm',
  '/ImportData',
];
/** PDF names may spell any character as #xx: read them before looking. */
const spelledOut = (text: string): string =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const NAME_END = /[\s\0/<>[\](){}%]/;

function namesAny(text: string, names: readonly string[]): boolean {
  return names.some((name) => {
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
      const next = text[at + name.length];
      if (next === undefined || NAME_END.test(next)) return true;
    }
    return false;
  });
}

const MAX_STREAMS = 20_000;
/** All object streams together, unpacked: an honest cheque has some kilobytes of them. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
const DICTIONARY_CHARS = 4_096;
const PEEK_BYTES = 2_048;

/** One stream of a file: the text before it, back to where its object begins, and its bytes. */
interface Stream {
  readonly dictionary: string;
  readonly body: Buffer;
}

function* streamsOf(bytes: Buffer, text: string): Generator<Stream> {
  for (const match of text.matchAll(/stream(\r\n|\n|\r)/g)) {
    if (text.slice(match.index - 3, match.index) === 'end') continue;
    const before = text.slice(Math.max(0, match.index - DICTIONARY_CHARS), match.index);
    const dictionary = spelledOut(before.slice(Math.max(0, before.lastIndexOf('obj'))));
    yield { dictionary, body: bytes.subarray(match.index + match[0].length) };
  }
}

/** Packed objects begin with pairs of numbers; their dictionary says where the first one stands. */
const isObjectStream = ({ dictionary }: Stream): boolean => /\/(?:ObjStm|First)(?![A-Za-z])/.test(dictionary);
const looksLikeObjects = (text: string): boolean => /^\s*\d+\s+\d+\s+(?:\d+\s+\d+\s+)*</.test(text);

/** The packing that everybody uses; any other of a stream of objects is a hiding place. */
function packingOf({ dictionary }: Stream): 'none' | 'deflate' | 'other' {
  if (!dictionary.includes('/Filter')) return 'none';
  const isUsual =
    /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])(?=[\s/>])/.test(dictionary) && dictionary.split('/Filter').length === 2;
  return isUsual && !/\/(?:Predictor|F|FDecodeParms)(?![A-Za-z])/.test(dictionary) ? 'deflate' : 'other';
}

function inflated(body: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    return inflateSync(body, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}

/** Unpacked objects of a stream that holds any; `hidden` where they cannot be seen, null where it holds none. */
function objectsOf(stream: Stream, room: number): Buffer | 'hidden' | null {
  const isDeclared = isObjectStream(stream);
  if (!isDeclared) {
    const start = inflated(stream.body.subarray(0, PEEK_BYTES), room);
    if (start === undefined || !looksLikeObjects(start.toString('latin1'))) return null;
  }
  const packing = isDeclared ? packingOf(stream) : 'deflate';
  if (packing === 'other') return 'hidden';
  // Objects that are not packed stand in the open, where the whole file is looked through
  return packing === 'none' ? null : (inflated(stream.body, room) ?? 'hidden');
}

/** Whether no stream hides active objects; object streams of every revision are unpacked and looked through. */
function areStreamsPlain(bytes: Buffer, text: string): boolean {
  let [count, room] = [0, MAX_UNPACKED_BYTES];
  for (const stream of streamsOf(bytes, text)) {
    if (++count > MAX_STREAMS) return false;
    const objects = objectsOf(stream, room);
    if (objects === null) continue;
    if (objects === 'hidden') return false;
    room -= objects.length;
    if (room <= 0 || namesAny(spelledOut(objects.toString('latin1')), ACTIVE)) return false;
  }
  return true;
}

/** Whether bytes begin as a PDF and its end is missing: an upload or a download that was cut off. */
export const isTruncatedPdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' && !bytes.subarray(-1024).toString('latin1').includes('%%EOF');

/**
 * Whether bytes are a PDF from the first byte to the last, without scripts, actions, links, attachments or encryption, packed
 * objects and earlier revisions included, and without markup a browser could take for a page (R50).
 */
export function isPlainPdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  if (!/^%PDF-[12]\.\d/.test(text)) return false;
  const end = text.lastIndexOf('%%EOF');
  if (end === -1 || text.slice(end + 5).trim() !== '') return false;
  if (/<(?:!doctype|html|script|svg|iframe)/i.test(text)) return false;
  return !namesAny(spelledOut(text), ACTIVE) && areStreamsPlain(bytes, text);
}
