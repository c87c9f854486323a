import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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

type Send = (path: string, body: string, deadlineMs: number) => Promise<OutboundResponse>;

const postTo = (
  base: string,
  call: { readonly path: string; readonly body: string; readonly deadlineMs: number; readonly authorization?: string },
): Promise<OutboundResponse> =>
  callOutside({
    url: `${base}${call.path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(call.authorization === undefined ? {} : { authorization: call.authorization }) },
    body: call.body,
    deadlineMs: call.deadlineMs,
    maxBytes: MAX_BYTES,
  });

interface Login {
  readonly user: string;
  readonly password: string;
}

/** POSTs with HTTP digest authentication. One call at a time: a challenge belongs to a connection, and calls side by side use several. */
function createDigestSender(base: string, login: Login): Send {
  let challenge: (Challenge & { count: number }) | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const post = (path: string, body: string, deadlineMs: number) => {
    if (!challenge) return postTo(base, { path, body, deadlineMs });
    challenge.count += 1;
    const cnonce = randomBytes(8).toString('hex');
    const authorization = digestHeader({ ...login, ...challenge, method: 'POST', path, cnonce });
    return postTo(base, { path, body, deadlineMs, authorization });
  };
  const attempt = async (path: string, body: string, deadlineMs: number): Promise<OutboundResponse> => {
    for (let left = MAX_CHALLENGES; ; left -= 1) {
      const answer = await post(path, body, deadlineMs);
      // Until its connection is free for the next call
      await sleep(MAX_CHALLENGES - left + 1);
      const next = answer.status === 401 && left > 0 ? readChallenge(answer.headers.get('www-authenticate')) : undefined;
      if (!next) return answer;
      challenge = { ...next, count: 0 };
    }
  };
  return (path, body, deadlineMs) => {
    const waitsUntil = performance.now() + DEADLINE_MS;
    const answer = last.then(() => {
      if (performance.now() > waitsUntil) throw new RpcUnavailable(`${path}: another call takes too long`);
      return attempt(path, body, deadlineMs);
    });
    last = answer.catch(() => undefined);
    return answer;
  };
}

/** One for each server and login of this process: two would take each other's connections. */
const senders = new Map<string, Send>();

function digestSender(rpcUrl: string, base: string, login: Login): Send {
  const known = senders.get(rpcUrl) ?? createDigestSender(base, login);
  senders.set(rpcUrl, known);
  return known;
}

/** `rpcUrl`: with name and password, unless the server was started without a login. */
export function createMoneroRpc(rpcUrl: string): MoneroRpc {
  const url = new URL(rpcUrl);
  const login = url.username === '' ? null : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  const sender: Send = login
    ? digestSender(rpcUrl, url.origin, login)
    : (path, body, deadlineMs) => postTo(url.origin, { path, body, deadlineMs });
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
