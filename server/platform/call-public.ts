import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublicAddress } from './public-address.ts';

export interface PublicRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** For the name, the connection and the head of the answer. */
  readonly deadlineMs: number;
  /** More of an answer is never read. */
  readonly maxBytes: number;
}

export interface PublicAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The answer's beginning. */
  readonly body: Buffer;
}

export type PublicFailure = 'unreachable' | 'late' | 'broken' | 'tls' | 'not_found' | 'forbidden_address';

/** No answer. `forbidden_address`: the name leads into a network that is not the internet's; nothing was connected to. */
export class PublicCallError extends Error {
  override readonly name = 'PublicCallError';
  readonly reason: PublicFailure;
  constructor(reason: PublicFailure, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** All addresses of a name. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const RESOLVE_MS = 3_000;
/** What a server needs for a few kilobytes of head. */
const MAX_HEAD_BYTES = 8 * 1024;

/** By the name servers alone: what our own hosts file calls a name is nobody's business, and no slow server holds a thread of ours. */
export const resolvePublic: Resolve = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** Addresses of this machine that the whole internet could have. */
const isOurs = (address: string): boolean =>
  Object.values(networkInterfaces()).some((lines) => lines?.some((line) => line.address === address) === true);

const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/;
const NOT_SENT: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);

function reasonOf(error: unknown): PublicFailure {
  const { code = '', errors = [] } = error as { code?: string; errors?: readonly { code?: string }[] };
  const codes = [code, ...errors.map((one) => one.code ?? '')];
  if (codes.some((one) => TLS_CODES.test(one))) return 'tls';
  return codes.some((one) => NOT_SENT.has(one)) ? 'unreachable' : 'broken';
}

/** Reads the beginning of an answer; what comes beyond it, or later than the deadline, is not waited for. */
function readStart(answer: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = () => {
      answer.destroy();
      resolve(Buffer.concat(chunks).subarray(0, maxBytes));
    };
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) end();
    });
    answer.once('end', end);
    answer.once('error', end);
    answer.once('close', end);
  });
}

/** The connection goes to one of these addresses and to no other: the name is asked once, here. */
const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, options, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all === true) done(null, found);
    else done(null, found[0]?.address ?? '', found[0]?.family);
  };

function post(request: PublicRequest, addresses: readonly string[] | null, signal: AbortSignal): Promise<PublicAnswer> {
  const { url, headers, body, maxBytes } = request;
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? https.request : http.request;
    const sent = start(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // A connection of its own, past every proxy that the environment names
      agent: false,
      signal,
      maxHeaderSize: MAX_HEAD_BYTES,
      ...(addresses === null ? {} : { lookup: pinnedTo(addresses) }),
    });
    sent.once('error', reject);
    let isAnswered = false;
    // What changes the protocol closes the connection without an answer or an error, and no deadline reaches it any more
    sent.once('close', () => (isAnswered ? undefined : reject(new PublicCallError('broken'))));
    sent.once('response', (answer) => {
      isAnswered = true;
      void readStart(answer, maxBytes).then((start) =>
        resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], body: start }),
      );
    });
    sent.end(body);
  });
}

/** The addresses of a name, all of them public: one that is not spoils the name (R49). */
async function addressesOf(hostname: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw new PublicCallError('forbidden_address');
  const addresses = await Promise.race([
    resolve(hostname, signal),
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ]);
  if (addresses.length === 0) throw new PublicCallError('not_found');
  if (addresses.some((address) => !isPublicAddress(address) || isOurs(address))) throw new PublicCallError('forbidden_address');
  return addresses;
}

/**
 * Posts to an address that a stranger gave. Its name is resolved here, every address of it is looked at, and the connection goes to one
 * of those, whatever the name servers say a moment later. No redirect is followed. `isTrusted`: a host that the installation itself
 * names. Any status is an answer; none throws `PublicCallError`.
 */
export async function callPublic(
  request: PublicRequest,
  { resolve = resolvePublic, isTrusted = false }: { readonly resolve?: Resolve; readonly isTrusted?: boolean } = {},
): Promise<PublicAnswer> {
  const signal = AbortSignal.timeout(request.deadlineMs);
  try {
    const addresses = isTrusted ? null : await addressesOf(request.url.hostname, resolve, signal);
    return await post(request, addresses, signal);
  } catch (error) {
    if (error instanceof PublicCallError) throw error;
    throw new PublicCallError(signal.aborted ? 'late' : reasonOf(error), error);
  }
}
