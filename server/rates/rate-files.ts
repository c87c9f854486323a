import { createHash } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { breakOf } from '#core/switches.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createPublicCache } from '#server/platform/http/public-cache.ts';
import { PLAIN_RATE_FILE, ratesJson, ratesXml, type RateFileSettings } from './rate-file.ts';
import { createRateLines } from './rate-lines.ts';
import type { Snapshot } from '#server/market/snapshot.ts';

type FileKind = 'xml' | 'json';

type FileDeps = Pick<Deps, 'catalogue' | 'quotes' | 'switches'> & {
  readonly rateFile?: () => RateFileSettings;
  /** Whether the owner offers this file at all; both unless told. */
  readonly isOffered?: (kind: FileKind) => boolean;
};

/** A file as it travels: its tag is the same in every process that says the same. */
export interface RateFile {
  readonly bytes: Buffer;
  readonly tag: string;
}

interface Made extends RateFile {
  /** What it was made from. */
  readonly of: readonly unknown[];
}

/** Codes, numbers and words of ours: nothing in a file needs more than a byte. */
function bytesOf(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) at += bytes.write(part, at, 'latin1');
  return bytes;
}

export interface RateFiles {
  /** The file as it is now; in a technical break and without prices an empty and valid one (domain 9). */
  file(kind: FileKind): RateFile;
  /** Works on the newest file for a moment, so that who asks for it need not wait; true when it is done. */
  prepare(): boolean;
}

const PREPARE_MS = 4;

/** The rate files, made again only where prices, settings, conditions or reserves have changed. */
export function createRateFiles({ catalogue, quotes, switches, rateFile = () => PLAIN_RATE_FILE }: FileDeps): RateFiles {
  const lines = createRateLines(catalogue);
  const made = new Map<FileKind, Made>();
  const isOpen = (): boolean => breakOf(switches.off()) === null;

  function write(kind: FileKind, snapshot: Snapshot | undefined): readonly string[] {
    const about = { taken_at: snapshot ? toRfc3339(snapshot.takenAt) : null, is_demo: snapshot?.isDemo ?? false };
    const isEmpty = snapshot === undefined || !isOpen();
    return kind === 'xml' ? ratesXml(isEmpty ? [] : lines.texts(), about) : ratesJson(isEmpty ? [] : lines.items(), about);
  }

  function file(kind: FileKind): Made {
    const snapshot = quotes.snapshot();
    if (snapshot) lines.advance({ snapshot, settings: rateFile(), times: quotes.times() }, Number.POSITIVE_INFINITY);
    // The lines say nothing of their time, the JSON does
    const of = [snapshot && (kind === 'json' ? snapshot.id : snapshot.isDemo), isOpen(), lines.revision()];
    const before = made.get(kind);
    if (before?.of.every((part, i) => part === of[i])) return before;
    const bytes = bytesOf(write(kind, snapshot));
    const now = { of, bytes, tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22) };
    made.set(kind, now);
    return now;
  }

  return {
    file,
    prepare() {
      const snapshot = quotes.snapshot();
      if (!snapshot || !isOpen()) return true;
      if (!lines.advance({ snapshot, settings: rateFile(), times: quotes.times() }, PREPARE_MS)) return false;
      file('xml');
      return true;
    },
  };
}

const MEDIA = { xml: 'application/xml; charset=utf-8', json: 'application/json; charset=utf-8' } as const satisfies Record<
  FileKind,
  string
>;

/** Bodies of the two files in two encodings, of now and of the moment before. */
const KEPT_FILES = 8;
const LOOK_EVERY_MS = 250;

/** Makes the newest file in short turns, between which others are served. */
function prepareAll(files: RateFiles): void {
  try {
    if (!files.prepare()) setImmediate(() => prepareAll(files));
  } catch {
    // Nobody waits here: whoever asks for the file meets the same fault, with its number and its line in the log
  }
}

/** `/rates.xml` and `/rates.json` for exchange monitors (domain 9): from memory, with ETag and 304. Mounted beside the API, not JSON:API. */
export function rateFiles(deps: FileDeps): FastifyPluginAsync {
  const { isOffered = () => true } = deps;
  const files = createRateFiles(deps);
  const cached = createPublicCache(KEPT_FILES);
  const answerWith = (kind: FileKind) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isOffered(kind)) return reply.callNotFound();
    const { bytes, tag } = files.file(kind);
    const encoding = request.headers['accept-encoding'];
    const answer = await cached(
      { status: 200, headers: {}, body: bytes, tag },
      { ifNoneMatch: request.headers['if-none-match'], acceptEncoding: typeof encoding === 'string' ? encoding : undefined },
    );
    reply
      .code(answer.status)
      .headers({ ...answer.headers, vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' });
    if (answer.status !== 304) reply.header('content-type', MEDIA[kind]);
    return reply.send(answer.body.length === 0 ? undefined : answer.body);
  };
  return async (app) => {
    const timer = setInterval(() => prepareAll(files), LOOK_EVERY_MS);
    timer.unref();
    app.addHook('onClose', async () => clearInterval(timer));
    app.get('/rates.xml', answerWith('xml'));
    app.get('/rates.json', answerWith('json'));
  };
}
