import * as z from 'zod/mini';
import { SECOND_MS } from '#core/time.ts';
import { callOutside, OutboundError, parseRaw, type Raw } from '#server/platform/outbound.ts';
import type { Bot, BotFile, BotUpdate, Messenger, SentFile } from './port.ts';

export interface TelegramOptions {
  readonly token: string;
  /** Base URL of the Bot API. */
  readonly apiUrl: string;
}

/** Result of a Bot API call. `blocked`: the chat accepts no messages from the bot any more. */
export type BotResult =
  | { readonly outcome: 'done'; readonly result: Raw }
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
  if (ok) return { outcome: 'done', result: result as Raw };
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
async function callBot({ token, apiUrl }: TelegramOptions, { method, body, ...limits }: BotCall): Promise<BotResult> {
  try {
    const response = await callOutside({
      url: `${apiUrl.replace(/\/+$/, '')}/bot${token}/${method}`,
      method: 'POST',
      ...(await encode(body)),
      ...limits,
    });
    const parsed = parseRaw(response.json(), (value) => ApiResponse.safeParse(value));
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
async function fetchBotFile(
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

const DEADLINE_MS = 10 * SECOND_MS;
/** Telegram's limit for a message. */
const MAX_MESSAGE_CHARS = 4096;

/** Sends plain text by Telegram's Bot API: markup is never parsed. */
const sendMessage = async (options: TelegramOptions, chat: string, text: string) =>
  await callBot(options, {
    method: 'sendMessage',
    body: { chat_id: chat, text: text.slice(0, MAX_MESSAGE_CHARS), link_preview_options: { is_disabled: true } },
    deadlineMs: DEADLINE_MS,
  });

/** Sends the shop's alarms to a chat. */
export const createTelegram = (options: TelegramOptions): Messenger => ({
  async send(chat, text) {
    const result = await sendMessage(options, chat, text);
    if (result.outcome === 'done') return { outcome: 'sent' };
    return result.outcome === 'blocked' ? { outcome: 'refused', reason: result.reason } : result;
  },
});

/** How long a request for updates waits if there are none. */
const LONG_POLL_SECONDS = 20;
const MAX_UPDATES = 25;
/** A message has at most 4096 characters, with its metadata a few dozen kilobytes. */
const MAX_BYTES = 8 * 1024 * 1024;

const Me = z.object({ username: z.string().check(z.regex(/^\w{3,64}$/)) });

const File = z.object({ file_id: z.string().check(z.minLength(1), z.maxLength(300)), file_size: z.optional(z.int()) });

const Message = z.object({
  chat: z.object({ id: z.int(), type: z.string() }),
  from: z.optional(z.object({ is_bot: z.boolean(), language_code: z.optional(z.string()) })),
  text: z.optional(z.string()),
  caption: z.optional(z.string()),
  /** The same picture in several sizes, the largest last. */
  photo: z.optional(z.array(File)),
  document: z.optional(File),
});
const Member = z.object({
  chat: z.object({ id: z.int(), type: z.string() }),
  new_chat_member: z.object({ status: z.string() }),
});
const Numbered = z.object({ update_id: z.int() });
const Update = z.object({ update_id: z.int(), message: z.optional(Message), my_chat_member: z.optional(Member) });

function fileOf({ photo, document }: z.output<typeof Message>): BotFile | null {
  const file = photo?.at(-1) ?? document;
  return file === undefined ? null : { id: file.file_id, size: file.file_size ?? null };
}

/** The relevant part of an update: a message in a private chat, or that the user has blocked the bot. */
function readUpdate(raw: unknown): BotUpdate[] {
  const numbered = Numbered.safeParse(raw);
  if (!numbered.success) return [];
  const other: BotUpdate = { id: numbered.data.update_id, kind: 'other' };
  const parsed = Update.safeParse(raw);
  if (!parsed.success) return [other];
  const { update_id: id, message, my_chat_member: member } = parsed.data;
  if (member?.chat.type === 'private' && member.new_chat_member.status === 'kicked')
    return [{ id, kind: 'blocked', chat: String(member.chat.id) }];
  if (message?.chat.type !== 'private' || message.from === undefined || message.from.is_bot) return [other];
  const chat = String(message.chat.id);
  const text = message.text ?? message.caption ?? null;
  return [{ id, kind: 'message', chat, text, file: fileOf(message), language: message.from.language_code ?? null }];
}

/** Telegram's limit for captions. */
const MAX_CAPTION_CHARS = 1024;
const FILE_DEADLINE_MS = 30 * SECOND_MS;

async function sendFile(options: TelegramOptions, chat: string, text: string, { bytes, name, isPicture }: SentFile) {
  const form = new FormData();
  form.set('chat_id', chat);
  form.set('caption', text.slice(0, MAX_CAPTION_CHARS));
  const type = isPicture ? 'image/jpeg' : 'application/pdf';
  form.set(isPicture ? 'photo' : 'document', new Blob([new Uint8Array(bytes)], { type }), name);
  return await callBot(options, { method: isPicture ? 'sendPhoto' : 'sendDocument', body: form, deadlineMs: FILE_DEADLINE_MS });
}

const FileInfo = z.object({ file_path: z.string() });

async function fetchFile(options: TelegramOptions, fileId: string, maxBytes: number) {
  const result = await callBot(options, { method: 'getFile', body: { file_id: fileId }, deadlineMs: DEADLINE_MS });
  if (result.outcome === 'refused' && /too big/i.test(result.reason)) return { outcome: 'too_large' } as const;
  if (result.outcome !== 'done') return result;
  const info = parseRaw(result.result, (value) => FileInfo.safeParse(value));
  if (!info.success) return { outcome: 'refused', reason: 'nonsense' } as const;
  return await fetchBotFile(options, { path: info.data.file_path, maxBytes, deadlineMs: FILE_DEADLINE_MS });
}

/** Our bot on Telegram's Bot API. */
export const createTelegramBot = (options: TelegramOptions): Bot => ({
  id: options.token.split(':')[0] ?? '',
  async me() {
    const result = await callBot(options, { method: 'getMe', body: {}, deadlineMs: DEADLINE_MS });
    if (result.outcome !== 'done') return result;
    const me = parseRaw(result.result, (value) => Me.safeParse(value));
    return me.success ? { outcome: 'known', username: me.data.username } : { outcome: 'refused', reason: 'nonsense' };
  },
  async updates(from, signal) {
    const result = await callBot(options, {
      method: 'getUpdates',
      body: {
        ...(from === null ? {} : { offset: from }),
        limit: MAX_UPDATES,
        timeout: LONG_POLL_SECONDS,
        allowed_updates: ['message', 'my_chat_member'],
      },
      deadlineMs: LONG_POLL_SECONDS * SECOND_MS + DEADLINE_MS,
      maxBytes: MAX_BYTES,
      signal,
    });
    if (result.outcome !== 'done') return result;
    const list = parseRaw(result.result, (value) => value);
    if (!Array.isArray(list)) return { outcome: 'refused', reason: 'nonsense' };
    return { outcome: 'updates', updates: list.flatMap(readUpdate).toSorted((a, b) => a.id - b.id) };
  },
  fetch: (fileId, maxBytes) => fetchFile(options, fileId, maxBytes),
  send: async (chat, text, file) => {
    const result = await (file === undefined ? sendMessage(options, chat, text) : sendFile(options, chat, text, file));
    return result.outcome === 'done' ? { outcome: 'sent' } : result;
  },
});
