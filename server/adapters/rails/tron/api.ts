import { callOutside, OutboundError, parseRaw } from '#server/platform/outbound.ts';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';

/** The HTTP API of a full node. Results are unknown until `translate.ts` has parsed them. */
export interface TronApi {
  /** POSTs to a path (`wallet/getnowblock`). Throws `RpcUnavailable`, nothing else. */
  call(path: string, body?: Readonly<Record<string, unknown>>): Promise<unknown>;
}

const DEADLINE_MS = 10_000;

/** A busy block with its results takes about a megabyte. */
const MAX_BYTES = 32 * 1024 * 1024;

/** `apiKey`: sent as `TRON-PRO-API-KEY`, which public gateways require. */
export function createTronApi(url: string, apiKey: string | null): TronApi {
  const base = url.replace(/\/+$/, '');
  const headers = { 'content-type': 'application/json', ...(apiKey === null ? {} : { 'tron-pro-api-key': apiKey }) };
  return {
    async call(path, body = {}) {
      try {
        const answer = await callOutside({
          url: `${base}/${path}`,
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          deadlineMs: DEADLINE_MS,
          maxBytes: MAX_BYTES,
        });
        if (answer.status !== 200) throw new RpcUnavailable(`${path}: status ${answer.status}`);
        const result: unknown = parseRaw(answer.json(), (value) => value);
        // Overload and internal errors are answered with status 200
        if (typeof result === 'object' && result !== null && 'Error' in result) throw new RpcUnavailable(`${path}: the node failed`);
        return result;
      } catch (error) {
        if (error instanceof OutboundError) throw new RpcUnavailable(`${path}: ${error.reason}`, { cause: error });
        throw error;
      }
    },
  };
}
