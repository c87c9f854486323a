import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Non-public IPv4 networks without trailing zeros: IANA's special-purpose registry, multicast, and the address of a cloud's internal
 * services.
 */
const NOT_PUBLIC_4 = [
  '0/8',
  '10/8',
  '100.64/10',
  '127/8',
  '168.63.129.16/32',
  '169.254/16',
  '172.16/12',
  '192/24',
  '192.0.2/24',
  '192.88.99/24',
  '192.168/16',
  '198.18/15',
  '198.51.100/24',
  '203.0.113/24',
  '224/4',
  '240/4',
] as const;

/** The only IPv6 range assigned to the internet; mapped, translated, local and multicast addresses lie outside. */
const PUBLIC_6 = '2000::/3';
/** Exceptions within it, some of which embed an IPv4 address: Teredo and other protocols, documentation, 6to4, site translation. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'] as const;

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', bits = ''] = network.split('/');
    const address = family === 'ipv4' ? [...start.split('.'), '0', '0', '0'].slice(0, 4).join('.') : start;
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const notPublic4 = listOf(NOT_PUBLIC_4, 'ipv4');
const public6 = listOf([PUBLIC_6], 'ipv6');
const notPublic6 = listOf(NOT_PUBLIC_6, 'ipv6');

/** Whether an address belongs to the public internet: not to this machine, its network or its cloud, and embeds no such address (R49). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  return family === 6 && public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

export interface PublicRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** For name resolution, connection and response head. */
  readonly deadlineMs: number;
  /** Bytes of the response body that are read at most. */
  readonly maxBytes: number;
}

export interface PublicResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The first `maxBytes` of the body. */
  readonly body: Buffer;
}

export type PublicFailure = 'unreachable' | 'late' | 'broken' | 'tls' | 'not_found' | 'forbidden_address';

/** The call got no response. `forbidden_address`: the name resolves to an address outside the public internet; no connection was made. */
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
/** Enough for the response head of any server. */
const MAX_HEAD_BYTES = 8 * 1024;

/** Uses name servers only: the hosts file is not consulted, and a slow name server blocks no thread. */
export const resolvePublic: Resolve = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const lookups = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return lookups.flatMap((lookup) => (lookup.status === 'fulfilled' ? lookup.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** Public addresses of this machine. */
const isOwnAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some((entry) => entry.address === address) === true);

const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/;
const NOT_SENT: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);

function reasonOf(error: unknown): PublicFailure {
  const { code = '', errors = [] } = error as { code?: string; errors?: readonly { code?: string }[] };
  const codes = [code, ...errors.map((nested) => nested.code ?? '')];
  if (codes.some((candidate) => TLS_CODES.test(candidate))) return 'tls';
  return codes.some((candidate) => NOT_SENT.has(candidate)) ? 'unreachable' : 'broken';
}

/** Reads up to `maxBytes` of a response, or what came before the deadline. */
function readStart(response: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = () => {
      response.destroy();
      resolve(Buffer.concat(chunks).subarray(0, maxBytes));
    };
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) end();
    });
    response.once('end', end);
    response.once('error', end);
    response.once('close', end);
  });
}

/** A DNS lookup that always gives these addresses, so that the name is not resolved again. */
const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, options, done) => {
    const entries = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all === true) done(null, entries);
    else done(null, entries[0]?.address ?? '', entries[0]?.family);
  };

function post(request: PublicRequest, addresses: readonly string[] | null, signal: AbortSignal): Promise<PublicResponse> {
  const { url, headers, body, maxBytes } = request;
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? https.request : http.request;
    const clientRequest = start(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // A connection of its own, bypassing any proxy named in the environment
      agent: false,
      signal,
      maxHeaderSize: MAX_HEAD_BYTES,
      ...(addresses === null ? {} : { lookup: pinnedTo(addresses) }),
    });
    clientRequest.once('error', reject);
    let hasResponse = false;
    // A protocol upgrade closes the connection without a response or an error, and the deadline no longer applies
    clientRequest.once('close', () => (hasResponse ? undefined : reject(new PublicCallError('broken'))));
    clientRequest.once('response', (response) => {
      hasResponse = true;
      void readStart(response, maxBytes).then((firstBytes) =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: firstBytes }),
      );
    });
    clientRequest.end(body);
  });
}

/** Addresses of a name. One that is not public fails the call (R49). */
async function addressesOf(hostname: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw new PublicCallError('forbidden_address');
  const addresses = await Promise.race([
    resolve(hostname, signal),
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ]);
  if (addresses.length === 0) throw new PublicCallError('not_found');
  if (addresses.some((address) => !isPublicAddress(address) || isOwnAddress(address))) throw new PublicCallError('forbidden_address');
  return addresses;
}

/**
 * Posts to a stranger's URL. Every resolved address must be public; only these are connected (no DNS rebinding); no redirects.
 * `isTrusted`: configured host, unchecked. No response throws `PublicCallError`.
 */
export async function callPublic(
  request: PublicRequest,
  { resolve = resolvePublic, isTrusted = false }: { readonly resolve?: Resolve; readonly isTrusted?: boolean } = {},
): Promise<PublicResponse> {
  const signal = AbortSignal.timeout(request.deadlineMs);
  try {
    const addresses = isTrusted ? null : await addressesOf(request.url.hostname, resolve, signal);
    return await post(request, addresses, signal);
  } catch (error) {
    if (error instanceof PublicCallError) throw error;
    throw new PublicCallError(signal.aborted ? 'late' : reasonOf(error), error);
  }
}
