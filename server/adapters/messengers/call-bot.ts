import * as z from 'zod/mini';
import { SECOND_MS } from '#core/time.ts';
import { callOutside, OutboundError, parseRaw, type Raw } from '#server/platform/outbound.ts';

export interface TelegramOptions {
  readonly token: string;
  /** Where the Bot API is. */
  readonly apiUrl: string;
}

/** What the Bot API made of a call. `gone`: this chat takes nothing from the bot any more. */
export type BotAnswer =
  | { readonly outcome: 'done'; readonly result: Raw<unknown> }
  | { readonly outcome: 'later'; readonly reason: string; readonly afterMs: number }
  | { readonly outcome: 'gone'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly reason: string };

const Answer = z.object({
  ok: z.boolean(),
  result: z.optional(z.unknown()),
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.int()) })),
});
type Answer = z.output<typeof Answer>;

/** Said with status 400 of a chat that was deleted or never was. */
const NO_CHAT = /chat not found|PEER_ID_INVALID|user not found/i;

function outcomeOf(status: number, { ok, result, description, parameters }: Answer): BotAnswer {
  if (ok) return { outcome: 'done', result: result as Raw<unknown> };
  const reason = `${status} ${description ?? ''}`.trim().slice(0, 200);
  const afterMs = (parameters?.retry_after ?? 0) * SECOND_MS;
  if (status === 429 || status >= 500) return { outcome: 'later', reason, afterMs };
  return { outcome: status === 403 || (status === 400 && NO_CHAT.test(reason)) ? 'gone' : 'refused', reason };
}

export interface BotCall {
  readonly method: string;
  /** A form where a file goes along. */
  readonly body: Readonly<Record<string, unknown>> | FormData;
  readonly deadlineMs: number;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

async function sent(body: BotCall['body']): Promise<{ headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> }> {
  if (!(body instanceof FormData)) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const form = new Response(body);
  return { headers: { 'content-type': form.headers.get('content-type') ?? '' }, body: new Uint8Array(await form.arrayBuffer()) };
}

/** Calls Telegram's Bot API. The token stands in the address of the call, which is why no address is ever told further. */
export async function callBot({ token, apiUrl }: TelegramOptions, { method, body, ...limits }: BotCall): Promise<BotAnswer> {
  try {
    const answer = await callOutside({
      url: `${apiUrl.replace(/\/+$/, '')}/bot${token}/${method}`,
      method: 'POST',
      ...(await sent(body)),
      ...limits,
    });
    const said = parseRaw(answer.json<ReturnType<typeof Answer.safeParse>>(), (value) => Answer.safeParse(value));
    if (!said.success) return { outcome: 'later', reason: `status ${answer.status}`, afterMs: 0 };
    return outcomeOf(answer.status, said.data);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { outcome: 'later', reason: error.reason, afterMs: 0 };
  }
}

/** Where a file of the Bot API lies: its own way of writing paths, which leads nowhere else. */
const FILE_PATH = /^(?:[\w-]+\/)*[\w.-]{1,200}$/;

export type FetchedFile =
  | { readonly outcome: 'fetched'; readonly bytes: Buffer }
  | { readonly outcome: 'too_large' }
  | { readonly outcome: 'later'; readonly reason: string; readonly afterMs: number }
  | { readonly outcome: 'refused'; readonly reason: string };

/** The bytes of a file that the Bot API keeps for us. */
export async function fetchBotFile(
  { token, apiUrl }: TelegramOptions,
  { path, maxBytes, deadlineMs }: { readonly path: string; readonly maxBytes: number; readonly deadlineMs: number },
): Promise<FetchedFile> {
  if (!FILE_PATH.test(path) || path.includes('..')) return { outcome: 'refused', reason: 'nonsense' };
  try {
    const url = `${apiUrl.replace(/\/+$/, '')}/file/bot${token}/${path}`;
    const answer = await callOutside({ url, deadlineMs, maxBytes });
    if (answer.status === 200) return { outcome: 'fetched', bytes: answer.bytes };
    const reason = `status ${answer.status}`;
    return answer.status === 429 || answer.status >= 500 ? { outcome: 'later', reason, afterMs: 0 } : { outcome: 'refused', reason };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.reason === 'too_long' ? { outcome: 'too_large' } : { outcome: 'later', reason: error.reason, afterMs: 0 };
  }
}
