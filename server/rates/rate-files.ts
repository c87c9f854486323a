import { createHash } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { shopBreak } from '#core/staff/switches.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createPublicCache } from '#server/platform/http/public-cache.ts';
import { DEFAULT_SETTINGS, ratesJson, ratesXml, type FileKind, type RateFileSettings } from './rate-file.ts';
import { createRateLines } from './rate-lines.ts';
import type { Snapshot } from '#server/market/snapshot.ts';

type FileDeps = Pick<Deps, 'catalogue' | 'quotes' | 'switches'> & {
  readonly rateFile?: () => RateFileSettings;
  /** Whether the owner offers this file; both by default. */
  readonly isOffered?: (kind: FileKind) => boolean;
};

/** A file with its ETag, which is equal in all processes with the same content. */
export interface RateFile {
  readonly bytes: Buffer;
  readonly tag: string;
}

interface CachedFile extends RateFile {
  /** Values that the content depends on. */
  readonly inputs: readonly unknown[];
}

/** The content is ASCII: one byte per character. */
function bytesOf(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) offset += bytes.write(part, offset, 'latin1');
  return bytes;
}

export interface RateFiles {
  /** The current file; empty but valid during a technical break or without prices (domain 9). */
  file(kind: FileKind): RateFile;
  /** Works on the next file for a few milliseconds, so that requests need not wait; true when it is complete. */
  prepare(): boolean;
}

const PREPARE_MS = 4;

/** The rate files, rebuilt only when prices, settings, conditions or reserves have changed. */
export function createRateFiles({ catalogue, quotes, switches, rateFile = () => DEFAULT_SETTINGS }: FileDeps): RateFiles {
  const lines = createRateLines(catalogue);
  const filesByKind = new Map<FileKind, CachedFile>();
  const isOpen = (): boolean => shopBreak(switches.off()) === null;
  /** JSON is made from its first request on: without readers it would add a fifth to each new file. */
  let withJson = false;
  const advance = (snapshot: Snapshot, forMs: number): boolean =>
    lines.advance({ snapshot, settings: rateFile(), times: quotes.times(), withJson }, forMs);

  function partsOf(kind: FileKind, snapshot: Snapshot | undefined): readonly string[] {
    const about = { taken_at: snapshot ? toRfc3339(snapshot.takenAt) : null, is_demo: snapshot?.isDemo ?? false };
    const isEmpty = snapshot === undefined || !isOpen();
    const texts = isEmpty ? [] : lines.texts(kind);
    return kind === 'xml' ? ratesXml(texts, about) : ratesJson(texts, about);
  }

  function file(kind: FileKind): CachedFile {
    const snapshot = quotes.snapshot();
    withJson ||= kind === 'json';
    if (snapshot) advance(snapshot, Number.POSITIVE_INFINITY);
    // The XML does not contain the snapshot's time, the JSON does
    const inputs = [snapshot && (kind === 'json' ? snapshot.id : snapshot.isDemo), isOpen(), lines.revision()];
    const cached = filesByKind.get(kind);
    if (cached?.inputs.every((input, i) => input === inputs[i])) return cached;
    const bytes = bytesOf(partsOf(kind, snapshot));
    const built = { inputs, bytes, tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22) };
    filesByKind.set(kind, built);
    return built;
  }

  return {
    file,
    prepare() {
      const snapshot = quotes.snapshot();
      if (!snapshot || !isOpen()) return true;
      if (!advance(snapshot, PREPARE_MS)) return false;
      file('xml');
      return true;
    },
  };
}

const MEDIA = { xml: 'application/xml; charset=utf-8', json: 'application/json; charset=utf-8' } as const satisfies Record<
  FileKind,
  string
>;

/** The current and the previous body of two files in two encodings: 8 bodies. */
const MAX_CACHED_BODIES = 8;
const PREPARE_INTERVAL_MS = 250;
/** Without a request for this long, files are built when they are requested. Monitors request them more often. */
const PREPARED_FOR_MS = 2 * MINUTE_MS;

/** Builds the newest file in short steps, between which requests are served. */
function prepareAll(files: RateFiles): void {
  try {
    if (!files.prepare()) setImmediate(() => prepareAll(files));
  } catch {
    // The same error occurs, and is logged, when the file is requested
  }
}

/** `/rates.xml` and `/rates.json` for exchange monitors (domain 9): from memory, with ETag and 304. Outside the API, not JSON:API. */
export function rateFiles(deps: FileDeps): FastifyPluginAsync {
  const { isOffered = () => true } = deps;
  const files = createRateFiles(deps);
  const cachePublic = createPublicCache(MAX_CACHED_BODIES);
  let preparedUntil = 0;
  const handlerFor = (kind: FileKind) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isOffered(kind)) return reply.callNotFound();
    preparedUntil = performance.now() + PREPARED_FOR_MS;
    const { bytes, tag } = files.file(kind);
    const encoding = request.headers['accept-encoding'];
    const response = await cachePublic(
      { status: 200, headers: {}, body: bytes, tag },
      { ifNoneMatch: request.headers['if-none-match'], acceptEncoding: typeof encoding === 'string' ? encoding : undefined },
    );
    reply
      .code(response.status)
      .headers({ ...response.headers, vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' });
    if (response.status !== 304) reply.header('content-type', MEDIA[kind]);
    return reply.send(response.body.length === 0 ? undefined : response.body);
  };
  return async (app) => {
    const timer = setInterval(() => {
      if (performance.now() < preparedUntil) prepareAll(files);
    }, PREPARE_INTERVAL_MS);
    timer.unref();
    app.addHook('onClose', async () => clearInterval(timer));
    app.get('/rates.xml', handlerFor('xml'));
    app.get('/rates.json', handlerFor('json'));
  };
}
