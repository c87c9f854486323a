import { setTimeout as sleep } from 'node:timers/promises';

declare const unparsed: unique symbol;

/** A value received from outside. It is not trusted until it is parsed. */
export interface Raw {
  readonly [unparsed]: true;
}

/** The only way to read a `Raw`: a parser that throws on invalid input. */
export function parseRaw<T>(raw: Raw, parse: (value: unknown) => T): T {
  return parse(raw);
}

export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** For the whole call, including the response body. */
  readonly deadlineMs: number;
  /** Longer responses fail. Default 1 MiB. */
  readonly maxBytes?: number;
  /** Retries after a failed connection, a late response, 429 or 5xx. Only for idempotent calls; default none. */
  readonly retries?: number;
  /** Aborts the call, which then fails as `broken`. */
  readonly signal?: AbortSignal;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; throws `OutboundError` (`nonsense`) when it is none. */
  json(): Raw;
}

/**
 * No usable response. `late`, `too_long`, `nonsense`: the request may have been processed. `unreachable`: no connection, nothing was done.
 * `broken`: the connection ended midway, the outcome is unknown.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: 'late' | 'unreachable' | 'broken' | 'too_long' | 'nonsense';
  constructor(reason: OutboundError['reason'], host: string, cause?: unknown) {
    super(`${host}: ${reason}`, { cause });
    this.reason = reason;
  }
}

const MAX_BYTES = 1024 * 1024;
/** Error codes from before anything was sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

function causeCode(error: unknown): string {
  const cause = (error as { cause?: { code?: string; errors?: { code?: string }[] } }).cause;
  return cause?.code ?? cause?.errors?.[0]?.code ?? '';
}

async function readCapped(response: Response, maxBytes: number, host: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the stream and closes the connection
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new OutboundError('too_long', host);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function callOnce(request: OutboundRequest): Promise<OutboundResponse> {
  const { host } = new URL(request.url);
  const deadline = AbortSignal.timeout(request.deadlineMs);
  const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
  try {
    const response = await fetch(request.url, {
      method: request.method ?? 'GET',
      headers: { ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      // Redirects are not followed: the other side must not choose where we connect
      redirect: 'manual',
      signal,
    });
    const bytes = await readCapped(response, request.maxBytes ?? MAX_BYTES, host);
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      get text() {
        return bytes.toString('utf8');
      },
      json(): Raw {
        try {
          return JSON.parse(bytes.toString('utf8')) as Raw;
        } catch (error) {
          throw new OutboundError('nonsense', host, error);
        }
      },
    };
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    if (deadline.aborted) throw new OutboundError('late', host, error);
    throw new OutboundError(NOT_SENT.has(causeCode(error)) ? 'unreachable' : 'broken', host, error);
  }
}

/**
 * Every call to the outside uses this: it has a deadline, a size limit and no hidden retries. Any status is a response; no response throws
 * `OutboundError`.
 */
export async function callOutside(request: OutboundRequest): Promise<OutboundResponse> {
  for (let retriesLeft = request.retries ?? 0, waitMs = 200; ; retriesLeft--, waitMs *= 2) {
    try {
      const response = await callOnce(request);
      if (retriesLeft <= 0 || (response.status < 500 && response.status !== 429)) return response;
    } catch (error) {
      if (retriesLeft <= 0 || (error as OutboundError).reason === 'too_long') throw error;
    }
    await sleep(waitMs * (0.5 + Math.random()));
  }
}
