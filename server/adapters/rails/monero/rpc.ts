import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import { callOutside, OutboundError, type OutboundResponse } from '#server/platform/outbound.ts';
import { type Challenge, digestHeader, readChallenge } from './digest.ts';

/**
 * RPC of `monerod` and `monero-wallet-rpc`, with a deadline and no retries of its own. Bigints are written as numbers; amounts arrive as
 * text, exactly as written. Throws `RpcRefusal` or `RpcUnavailable`, nothing else.
 */
export interface MoneroRpc {
  call(method: string, params?: unknown, deadlineMs?: number): Promise<unknown>;
  /** A call of the node that is no JSON-RPC, by its path. */
  post(path: string, body: unknown): Promise<unknown>;
}

const DEADLINE_MS = 20_000;
/** Hundred thousand transfers. */
const MAX_BYTES = 96 * 1024 * 1024;
const MAX_MESSAGE_CHARS = 300;
/** A challenge belongs to one connection; the next attempt may be made on another one. */
const MAX_CHALLENGES = 8;

/** Members beyond 2^53, whose digits are lost when they are parsed as numbers; a quote never occurs within a string. */
const LARGE = /"(amount|fee|balance|unlocked_balance|unlock_time)"(\s*:\s*)(\d+)/g;

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.nullable(z.object({ code: z.int(), message: z.string() }))),
});

/** JSON with bigints as numbers. */
const write = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `\u0000${member}\u0000` : member)).replaceAll(
    /"\\u0000(\d+)\\u0000"/g,
    '$1',
  );

function read(what: string, answer: OutboundResponse): unknown {
  if (answer.status === 401) throw new RpcUnavailable(`${what}: the name or password is refused`);
  if (answer.status !== 200) throw new RpcUnavailable(`${what}: status ${answer.status}`);
  try {
    return JSON.parse(answer.text.replace(LARGE, '"$1"$2"$3"'));
  } catch (error) {
    throw new RpcUnavailable(`${what}: nonsense`, { cause: error });
  }
}

interface Login {
  readonly user: string;
  readonly password: string;
}

/** POSTs with HTTP digest authentication, if there is a login. */
function createSender(base: string, login: Login | null) {
  let challenge: (Challenge & { count: number }) | undefined;
  const authorization = (path: string): Readonly<Record<string, string>> => {
    if (!login || !challenge) return {};
    challenge.count += 1;
    const cnonce = randomBytes(8).toString('hex');
    return { authorization: digestHeader({ ...login, ...challenge, method: 'POST', path, cnonce }) };
  };
  const post = (path: string, body: string, deadlineMs: number) => {
    const headers = { 'content-type': 'application/json', ...authorization(path) };
    return callOutside({ url: `${base}${path}`, method: 'POST', headers, body, deadlineMs, maxBytes: MAX_BYTES });
  };
  return async (path: string, body: string, deadlineMs: number): Promise<OutboundResponse> => {
    let answer = await post(path, body, deadlineMs);
    for (let attempt = 0; login && answer.status === 401 && attempt < MAX_CHALLENGES; attempt += 1) {
      const next = readChallenge(answer.headers.get('www-authenticate'));
      if (!next) break;
      challenge = { ...next, count: 0 };
      answer = await post(path, body, deadlineMs);
    }
    return answer;
  };
}

/** `rpcUrl`: with name and password, unless the server was started without a login. */
export function createMoneroRpc(rpcUrl: string): MoneroRpc {
  const url = new URL(rpcUrl);
  const login = url.username === '' ? null : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  const sender = createSender(url.origin, login);
  const send = async (what: string, path: string, body: unknown, deadlineMs = DEADLINE_MS): Promise<unknown> => {
    try {
      return read(what, await sender(path, write(body), deadlineMs));
    } catch (error) {
      if (error instanceof OutboundError) throw new RpcUnavailable(`${what}: ${error.reason}`, { cause: error });
      throw error;
    }
  };
  return {
    async call(method, params = {}, deadlineMs) {
      const parsed = z.safeParse(answerSchema, await send(method, '/json_rpc', { jsonrpc: '2.0', id: '0', method, params }, deadlineMs));
      if (!parsed.success) throw new RpcUnavailable(`${method}: nonsense`);
      const { result, error } = parsed.data;
      if (error) throw new RpcRefusal(method, error.code, error.message.slice(0, MAX_MESSAGE_CHARS));
      if (result === undefined) throw new RpcUnavailable(`${method}: nonsense`);
      return result;
    },
    post: (path, body) => send(path, `/${path}`, body),
  };
}
