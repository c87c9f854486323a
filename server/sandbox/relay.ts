import http, { type IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SIGNED_HEADERS } from '#server/platform/http/signed-call.ts';
import { SandboxAway } from './away.ts';
import { CALLER_HEADER, TOKEN_HEADER, writeCaller } from './caller.ts';
import type { OpenSandbox, Sandbox, SandboxCaller } from './port.ts';

/** Whatever else came along stays here: cookies, proxies' words, and above all our own two. */
const TAKEN_ALONG = ['accept', 'content-type', 'idempotency-key', 'site-locale', 'user-agent', ...Object.values(SIGNED_HEADERS)];
/** Of one line alone, or none of a program's business. */
const KEPT_BACK = new Set(['connection', 'keep-alive', 'transfer-encoding', 'set-cookie', 'date']);
const ANSWER_MS = 10_000;

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
}

const ask = ({ port, token }: OpenSandbox, { method, target, headers, body }: Asked): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const away = (error: Error) => reject(new SandboxAway(error.message, { cause: error }));
    const request = http.request({ host: '127.0.0.1', port, agent, method, path: target, headers: { ...headers, [TOKEN_HEADER]: token } });
    request.setTimeout(ANSWER_MS, () => request.destroy(new Error('no answer in time')));
    request.once('response', resolve).once('error', away);
    request.end(body);
  });

function headersOf(request: FastifyRequest, caller: SandboxCaller, body: Buffer): http.OutgoingHttpHeaders {
  const along = TAKEN_ALONG.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]]));
  return {
    ...(Object.fromEntries(along) as http.OutgoingHttpHeaders),
    'content-length': body.length,
    'x-forwarded-for': request.ip,
    [CALLER_HEADER]: writeCaller(caller),
  };
}

/** Hands a call of a sandbox key to its world, as that partner's, and its answer back as it is. Who signs was found out before, once. */
export const relayTo =
  (sandbox: Sandbox) =>
  async (
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    caller: SandboxCaller,
  ): Promise<FastifyReply> => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const headers = headersOf(request, caller, body);
    const answer = await ask(await sandbox.open(), { method: request.method, target: request.url, headers, body });
    for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined && !KEPT_BACK.has(name)) reply.header(name, value);
    return reply.code(answer.statusCode ?? 502).send(answer);
  };

const MOST_BYTES = 1024 * 1024;

/** Asks the sandbox for something of its own that the account or the office shows. */
export async function readFrom(open: OpenSandbox, target: string): Promise<unknown> {
  const answer = await ask(open, { method: 'GET', target, headers: {}, body: Buffer.alloc(0) });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new SandboxAway('The sandbox says too much');
    chunks.push(chunk);
  }
  if (answer.statusCode !== 200) throw new SandboxAway(`The sandbox answers ${answer.statusCode}`);
  return JSON.parse(Buffer.concat(chunks).toString());
}
