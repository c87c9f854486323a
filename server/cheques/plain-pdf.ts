import { constants, inflateSync } from 'node:zlib';

/** PDF names of actions, links, embedded files and encryption. */
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
/** PDF names may encode characters as #xx: decode them before searching. */
const decodeNames = (text: string): string =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const NAME_END = /[\s\0/<>[\](){}%]/;

function containsName(text: string, names: readonly string[]): boolean {
  return names.some((name) => {
    for (let index = text.indexOf(name); index !== -1; index = text.indexOf(name, index + 1)) {
      const nextChar = text[index + name.length];
      if (nextChar === undefined || NAME_END.test(nextChar)) return true;
    }
    return false;
  });
}

const MAX_STREAMS = 20_000;
/** Limit for all object streams together; an honest cheque has some kilobytes. */
const MAX_INFLATED_BYTES = 32 * 1024 * 1024;
const DICTIONARY_CHARS = 4_096;
const PEEK_BYTES = 2_048;

/** A stream: the text before it, from the start of its object, and its bytes. */
interface Stream {
  readonly dictionary: string;
  readonly body: Buffer;
}

function* streamsOf(bytes: Buffer, text: string): Generator<Stream> {
  for (const match of text.matchAll(/stream(\r\n|\n|\r)/g)) {
    if (text.slice(match.index - 3, match.index) === 'end') continue;
    const before = text.slice(Math.max(0, match.index - DICTIONARY_CHARS), match.index);
    const dictionary = decodeNames(before.slice(Math.max(0, before.lastIndexOf('obj'))));
    yield { dictionary, body: bytes.subarray(match.index + match[0].length) };
  }
}

/** Object streams begin with pairs of numbers; the dictionary gives the offset of the first object. */
const isObjectStream = ({ dictionary }: Stream): boolean => /\/(?:ObjStm|First)(?![A-Za-z])/.test(dictionary);
const looksLikeObjects = (text: string): boolean => /^\s*\d+\s+\d+\s+(?:\d+\s+\d+\s+)*</.test(text);

/** Only plain deflate is allowed for object streams; other filters could hide objects. */
function compressionOf({ dictionary }: Stream): 'none' | 'deflate' | 'other' {
  if (!dictionary.includes('/Filter')) return 'none';
  const isPlainDeflate =
    /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])(?=[\s/>])/.test(dictionary) && dictionary.split('/Filter').length === 2;
  return isPlainDeflate && !/\/(?:Predictor|F|FDecodeParms)(?![A-Za-z])/.test(dictionary) ? 'deflate' : 'other';
}

function tryInflate(body: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    return inflateSync(body, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}

/** Inflated objects of an object stream; `hidden` when unreadable, null for other streams. */
function objectsOf(stream: Stream, budget: number): Buffer | 'hidden' | null {
  const isDeclared = isObjectStream(stream);
  if (!isDeclared) {
    const start = tryInflate(stream.body.subarray(0, PEEK_BYTES), budget);
    if (start === undefined || !looksLikeObjects(start.toString('latin1'))) return null;
  }
  const compression = isDeclared ? compressionOf(stream) : 'deflate';
  if (compression === 'other') return 'hidden';
  // Uncompressed objects are part of the file's text, which is searched anyway
  return compression === 'none' ? null : (tryInflate(stream.body, budget) ?? 'hidden');
}

/** Whether no stream hides active objects; searches object streams of all revisions. */
function areStreamsPlain(bytes: Buffer, text: string): boolean {
  let [count, budget] = [0, MAX_INFLATED_BYTES];
  for (const stream of streamsOf(bytes, text)) {
    if (++count > MAX_STREAMS) return false;
    const objects = objectsOf(stream, budget);
    if (objects === null) continue;
    if (objects === 'hidden') return false;
    budget -= objects.length;
    if (budget <= 0 || containsName(decodeNames(objects.toString('latin1')), ACTIVE)) return false;
  }
  return true;
}

/** Whether a PDF's end is missing: an interrupted upload or download. */
export const isTruncatedPdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' && !bytes.subarray(-1024).toString('latin1').includes('%%EOF');

/**
 * Whether the bytes are one complete PDF without scripts, actions, links, attachments or encryption, in compressed objects and
 * earlier revisions too, and without HTML that a browser could render (R50).
 */
export function isPlainPdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  if (!/^%PDF-[12]\.\d/.test(text)) return false;
  const end = text.lastIndexOf('%%EOF');
  if (end === -1 || text.slice(end + 5).trim() !== '') return false;
  if (/<(?:!doctype|html|script|svg|iframe)/i.test(text)) return false;
  return !containsName(decodeNames(text), ACTIVE) && areStreamsPlain(bytes, text);
}
