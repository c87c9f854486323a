import * as z from 'zod/mini';
import { callOutside, OutboundError, type OutboundResponse, parseRaw } from '#server/platform/outbound.ts';
import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';

/** JSON-RPC with a deadline and no retries of its own. Results are unknown until `translate.ts` has parsed them. */
export interface Rpc {
  /** Throws `RpcRefusal` or `RpcUnavailable`, nothing else. */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
}

const DEADLINE_MS = 10_000;

/** A full block with its transactions takes a megabyte on busy chains. */
const MAX_BYTES = 32 * 1024 * 1024;

const MAX_MESSAGE_CHARS = 300;

const refusalSchema = z.object({ error: z.object({ code: z.int(), message: z.string() }) });

const resultSchema = z.object({ result: z.unknown() });

/** The result in a response; throws `RpcRefusal` or `RpcUnavailable`. An overloaded or broken server (429, 5xx) has not refused anything. */
function resultOf(method: string, answer: OutboundResponse): unknown {
  if (answer.status === 429 || answer.status >= 500) throw new RpcUnavailable(`${method}: status ${answer.status}`);
  const body = parseRaw(answer.json(), (value) => value);
  const refusal = z.safeParse(refusalSchema, body);
  if (refusal.success) throw new RpcRefusal(method, refusal.data.error.code, refusal.data.error.message.slice(0, MAX_MESSAGE_CHARS));
  const parsed = z.safeParse(resultSchema, body);
  if (!parsed.success || parsed.data.result === undefined) throw new RpcUnavailable(`${method}: nonsense, status ${answer.status}`);
  return parsed.data.result;
}

export function createRpc(url: string): Rpc {
  return {
    async call(method, params) {
      try {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
        const headers = { 'content-type': 'application/json' };
        return resultOf(method, await callOutside({ url, method: 'POST', headers, body, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES }));
      } catch (error) {
        if (error instanceof OutboundError) throw new RpcUnavailable(`${method}: ${error.reason}`, { cause: error });
        throw error;
      }
    },
  };
}
