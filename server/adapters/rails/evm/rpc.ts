import { BaseError, createClient, http, RpcRequestError } from 'viem';

/** The node answered and said no: its words, for the log. */
export class RpcRefusal extends Error {
  readonly code: number;
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`);
    this.name = 'RpcRefusal';
    this.code = code;
  }
}

/** No answer, no sense in it, or not yet the answer we need: ask again later. Never proof that something did not happen. */
export class RpcUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RpcUnavailable';
  }
}

/** JSON-RPC with a deadline and no retries of its own. Answers are unknown until `translate.ts` has parsed them. */
export interface Rpc {
  /** Throws `RpcRefusal` or `RpcUnavailable`, nothing else. */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
}

const DEADLINE_MS = 10_000;

/** Talks to one node. */
export function createRpc(url: string): Rpc {
  const client = createClient({ transport: http(url, { timeout: DEADLINE_MS, retryCount: 0 }) });
  return {
    async call(method, params) {
      try {
        const answer: unknown = await client.request({ method, params } as never);
        return answer;
      } catch (error) {
        const refusal = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null;
        if (refusal instanceof RpcRequestError) throw new RpcRefusal(method, refusal.code, refusal.details);
        throw new RpcUnavailable(`${method}: no answer`, { cause: error });
      }
    },
  };
}
