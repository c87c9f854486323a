import * as z from 'zod/mini';
import { SECOND_MS } from '#core/time.ts';
import { callOutside, OutboundError, parseRaw, type Raw } from '#server/platform/outbound.ts';

export interface TelegramOptions {
  readonly token: string;
  /** Base URL of the Bot API. */
  readonly apiUrl: string;
}

/** Result of a Bot API call. `blocked`: the chat accepts no messages from the bot any more. */
export type BotResult =
  | { readonly outcome: 'done'; readonly result: Raw<unknown> }
  | { readonly outcome: 'later'; readonly reason: string; readonly afterMs: number }
  | { readonly outcome: 'blocked'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly reason: string };

const ApiResponse = z.object({
  ok: z.boolean(),
  result: z.optional(z.unknown()),
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.int()) })),
});
type ApiResponse = z.output<typeof ApiResponse>;

/** Descriptions of a status 400 for a chat that was deleted or never existed. */
const CHAT_NOT_FOUND = /chat not found|PEER_ID_INVALID|user not found/i;

function resultOf(status: number, { ok, result, description, parameters }: ApiResponse): BotResult {
  if (ok) return { outcome: 'done', result: result as Raw<unknown> };
  const reason = `${status} ${description ?? ''}`.trim().slice(0, 200);
  const afterMs = (parameters?.retry_after ?? 0) * SECOND_MS;
  if (status === 429 || status >= 500) return { outcome: 'later', reason, afterMs };
  return { outcome: status === 403 || (status === 400 && CHAT_NOT_FOUND.test(reason)) ? 'blocked' : 'refused', reason };
}

export interface BotCall {
  readonly method: string;
  /** FormData if a file is attached. */
  readonly body: Readonly<Record<string, unknown>> | FormData;
  readonly deadlineMs: number;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

async function encode(body: BotCall['body']): Promise<{ headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> }> {
  if (!(body instanceof FormData)) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const form = new Response(body);
  return { headers: { 'content-type': form.headers.get('content-type') ?? '' }, body: new Uint8Array(await form.arrayBuffer()) };
}

/** Calls Telegram's Bot API. The URL contains the token, so it is never logged or returned. */
export async function callBot({ token, apiUrl }: TelegramOptions, { method, body, ...limits }: BotCall): Promise<BotResult> {
  try {
    const response = await callOutside({
      url: `${apiUrl.replace(/\/+$/, '')}/bot${token}/${method}`,
      method: 'POST',
      ...(await encode(body)),
      ...limits,
    });
    const parsed = parseRaw(response.json<ReturnType<typeof ApiResponse.safeParse>>(), (value) => ApiResponse.safeParse(value));
    if (!parsed.success) return { outcome: 'later', reason: `status ${response.status}`, afterMs: 0 };
    return resultOf(response.status, parsed.data);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { outcome: 'later', reason: error.reason, afterMs: 0 };
  }
}

/** Format of file paths in the Bot API. */
const FILE_PATH = /^(?:[\w-]+\/)*[\w.-]{1,200}$/;

export type FetchedFile =
  | { readonly outcome: 'fetched'; readonly bytes: Buffer }
  | { readonly outcome: 'too_large' }
  | { readonly outcome: 'later'; readonly reason: string; readonly afterMs: number }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Downloads a file from the Bot API. */
export async function fetchBotFile(
  { token, apiUrl }: TelegramOptions,
  { path, maxBytes, deadlineMs }: { readonly path: string; readonly maxBytes: number; readonly deadlineMs: number },
): Promise<FetchedFile> {
  if (!FILE_PATH.test(path) || path.includes('..')) return { outcome: 'refused', reason: 'nonsense' };
  try {
    const url = `${apiUrl.replace(/\/+$/, '')}/file/bot${token}/${path}`;
    const response = await callOutside({ url, deadlineMs, maxBytes });
    if (response.status === 200) return { outcome: 'fetched', bytes: response.bytes };
    const reason = `status ${response.status}`;
    return response.status === 429 || response.status >= 500 ? { outcome: 'later', reason, afterMs: 0 } : { outcome: 'refused', reason };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.reason === 'too_long' ? { outcome: 'too_large' } : { outcome: 'later', reason: error.reason, afterMs: 0 };
  }
}
