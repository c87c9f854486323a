import http, { type IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SIGNED_HEADERS } from '#server/platform/http/signed-call.ts';
import { type OpenSandbox, type Sandbox, type SandboxCaller, SandboxUnavailable } from './port.ts';
import { CALLER_HEADER, TOKEN_HEADER, writeCaller } from './caller.ts';

/** Headers passed to the sandbox; everything else is dropped: cookies, proxy headers and our two internal headers. */
const FORWARDED_HEADERS = ['accept', 'content-type', 'idempotency-key', 'site-locale', 'user-agent', ...Object.values(SIGNED_HEADERS)];
/** Response headers not passed back: they belong to one connection or are irrelevant to programs. */
const DROPPED_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'set-cookie', 'date']);
const TIMEOUT_MS = 10_000;

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

interface RelayRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
}

const send = ({ port, token }: OpenSandbox, { method, target, headers, body }: RelayRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const rejectUnavailable = (error: Error) => reject(new SandboxUnavailable(error.message, { cause: error }));
    const request = http.request({ host: '127.0.0.1', port, agent, method, path: target, headers: { ...headers, [TOKEN_HEADER]: token } });
    request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error('no answer in time')));
    request.once('response', resolve).once('error', rejectUnavailable);
    request.end(body);
  });

function headersOf(request: FastifyRequest, caller: SandboxCaller, body: Buffer): http.OutgoingHttpHeaders {
  const forwarded = FORWARDED_HEADERS.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]]));
  return {
    ...(Object.fromEntries(forwarded) as http.OutgoingHttpHeaders),
    'content-length': body.length,
    'x-forwarded-for': request.ip,
    [CALLER_HEADER]: writeCaller(caller),
  };
}

/** Relays a call of a sandbox key to the sandbox as that partner, and returns its response. The signature was verified before. */
export const relayTo =
  (sandbox: Sandbox) =>
  async (
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    caller: SandboxCaller,
  ): Promise<FastifyReply> => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const headers = headersOf(request, caller, body);
    const response = await send(await sandbox.open(), { method: request.method, target: request.url, headers, body });
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined && !DROPPED_HEADERS.has(name)) reply.header(name, value);
    return reply.code(response.statusCode ?? 502).send(response);
  };

const MAX_BYTES = 1024 * 1024;

/** Reads the sandbox's own data for the account or the office. */
export async function readFrom(open: OpenSandbox, target: string): Promise<unknown> {
  const response = await send(open, { method: 'GET', target, headers: {}, body: Buffer.alloc(0) });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new SandboxUnavailable('The sandbox says too much');
    chunks.push(chunk);
  }
  if (response.statusCode !== 200) throw new SandboxUnavailable(`The sandbox answers ${response.statusCode}`);
  return JSON.parse(Buffer.concat(chunks).toString());
}
