import * as z from 'zod/mini';
import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import { callOutside, OutboundError, type OutboundResponse } from '#server/platform/outbound.ts';

/** JSON-RPC of a node of Bitcoin Core's kind, with a deadline and no retries of its own. Amounts arrive as text, exactly as written. */
export interface CoreRpc {
  /** Throws `RpcRefusal` or `RpcUnavailable`, nothing else. */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  /** One call with each of the params; undefined where the node refused. Throws `RpcUnavailable` if the whole call failed. */
  callAll(method: string, paramsOfEach: readonly (readonly unknown[])[]): Promise<readonly unknown[]>;
}

const DEADLINE_MS = 20_000;
/** A full block with its transactions decoded. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MESSAGE_CHARS = 300;
/** The node is starting. */
const IN_WARMUP = -28;

const answerSchema = z.object({
  id: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.nullable(z.object({ code: z.int(), message: z.string() }))),
});
type RpcAnswer = z.infer<typeof answerSchema>;

/** Members whose numbers are amounts. A number in JSON may lose its last digits when it is parsed; a quote never occurs within a string. */
const AMOUNTS = /"(value|fee|feerate|mempoolminfee|minrelaytxfee|relayfee|incrementalfee)"(\s*:\s*)(-?[0-9][0-9.eE+-]*)/g;

function bodyOf(method: string, answer: OutboundResponse): unknown {
  if (answer.status === 401 || answer.status === 403) throw new RpcUnavailable(`${method}: the node refuses the name or password`);
  try {
    return JSON.parse(answer.text.replace(AMOUNTS, '"$1"$2"$3"'));
  } catch (error) {
    throw new RpcUnavailable(`${method}: nonsense, status ${answer.status}`, { cause: error });
  }
}

/** Refusals have status 500 or 404 and a body with an error; any other body without a result is nonsense. */
function resultOf(method: string, { result, error }: RpcAnswer): unknown {
  if (error?.code === IN_WARMUP) throw new RpcUnavailable(`${method}: the node is starting`);
  if (error) throw new RpcRefusal(method, error.code, error.message.slice(0, MAX_MESSAGE_CHARS));
  if (result === undefined) throw new RpcUnavailable(`${method}: nonsense`);
  return result;
}

/** The address without its name and password, which go into a header: requests with both in the address are refused by `fetch`. */
function splitUrl(rpcUrl: string): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
  const url = new URL(rpcUrl);
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  const headers = { 'content-type': 'application/json' };
  if (user === ':') return { url: url.href, headers };
  return { url: url.href, headers: { ...headers, authorization: `Basic ${Buffer.from(user).toString('base64')}` } };
}

export function createCoreRpc(rpcUrl: string): CoreRpc {
  const { url, headers } = splitUrl(rpcUrl);
  const send = async (method: string, request: unknown): Promise<unknown> => {
    try {
      const body = JSON.stringify(request);
      return bodyOf(method, await callOutside({ url, method: 'POST', headers, body, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES }));
    } catch (error) {
      if (error instanceof OutboundError) throw new RpcUnavailable(`${method}: ${error.reason}`, { cause: error });
      throw error;
    }
  };
  return {
    async call(method, params) {
      const parsed = z.safeParse(answerSchema, await send(method, { jsonrpc: '1.0', id: 1, method, params }));
      if (!parsed.success) throw new RpcUnavailable(`${method}: nonsense`);
      return resultOf(method, parsed.data);
    },
    async callAll(method, paramsOfEach) {
      if (paramsOfEach.length === 0) return [];
      const requests = paramsOfEach.map((params, id) => ({ jsonrpc: '1.0', id, method, params }));
      const parsed = z.safeParse(z.array(answerSchema), await send(method, requests));
      if (!parsed.success) throw new RpcUnavailable(`${method}: nonsense`);
      const byId = new Map(parsed.data.map((answer) => [answer.id, answer.error ? undefined : answer.result]));
      return requests.map(({ id }) => byId.get(id));
    },
  };
}
