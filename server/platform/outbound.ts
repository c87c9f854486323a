import { setTimeout as sleep } from 'node:timers/promises';

declare const unparsed: unique symbol;

/** What somebody else sent, believed to be a T and trusted as nothing until it went through a parser. */
export interface Raw<T> {
  readonly [unparsed]: T;
}

/** The only way out of a `Raw`: a parser that throws on nonsense. */
export function parseRaw<T>(raw: Raw<T>, parse: (value: unknown) => T): T {
  return parse(raw);
}

export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** For the whole call, the body of the answer included. */
  readonly deadlineMs: number;
  /** Longer answers are a failure. 1 MiB unless told. */
  readonly maxBytes?: number;
  /** Further tries after a failure to connect, a late answer, 429 or 5xx. Only for calls that may be repeated; none unless told. */
  readonly retries?: number;
  /** Ends the call: it is `broken` then. */
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** The answer as JSON; throws `OutboundError` (`nonsense`) when it is none. */
  json<T>(): Raw<T>;
}

/**
 * No usable answer. `late`, `too_long`, `nonsense`: the other side may well have done what it was asked;
 * `unreachable`: the connection was refused or never came about, so nothing was done; `broken`: it ended in between, which tells nothing.
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
/** Errors of the moment before anything was sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

function causeCode(error: unknown): string {
  const cause = (error as { cause?: { code?: string; errors?: { code?: string }[] } }).cause;
  return cause?.code ?? cause?.errors?.[0]?.code ?? '';
}

async function readCapped(response: Response, maxBytes: number, host: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the stream and with it the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new OutboundError('too_long', host);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function once(request: OutboundRequest): Promise<OutboundAnswer> {
  const { host } = new URL(request.url);
  const deadline = AbortSignal.timeout(request.deadlineMs);
  const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
  try {
    const response = await fetch(request.url, {
      method: request.method ?? 'GET',
      headers: { ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      // A redirect is an answer like any other: nobody sends us elsewhere.
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
      json<T>(): Raw<T> {
        try {
          return JSON.parse(bytes.toString('utf8')) as Raw<T>;
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

/** Every call to the outside goes through here: it has a deadline, a size limit and no hidden retries. Any status is an answer; no answer throws `OutboundError`. */
export async function callOutside(request: OutboundRequest): Promise<OutboundAnswer> {
  for (let left = request.retries ?? 0, waitMs = 200; ; left--, waitMs *= 2) {
    try {
      const answer = await once(request);
      if (left <= 0 || (answer.status < 500 && answer.status !== 429)) return answer;
    } catch (error) {
      if (left <= 0 || (error as OutboundError).reason === 'too_long') throw error;
    }
    await sleep(waitMs * (0.5 + Math.random()));
  }
}
