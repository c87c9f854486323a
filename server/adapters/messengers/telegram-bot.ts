import * as z from 'zod/mini';
import { SECOND_MS } from '#core/time.ts';
import { parseRaw } from '#server/platform/outbound.ts';
import { callBot, fetchBotFile, type TelegramOptions } from './call-bot.ts';
import type { Bot, BotFile, BotUpdate, SentFile } from './port.ts';
import { sendMessage } from './telegram.ts';

const DEADLINE_MS = 10 * SECOND_MS;
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
  const info = parseRaw(result.result, (value) => FileInfo.safeParse(value)) as ReturnType<typeof FileInfo.safeParse>;
  if (!info.success) return { outcome: 'refused', reason: 'nonsense' } as const;
  return await fetchBotFile(options, { path: info.data.file_path, maxBytes, deadlineMs: FILE_DEADLINE_MS });
}

/** Our bot on Telegram's Bot API. */
export const createTelegramBot = (options: TelegramOptions): Bot => ({
  id: options.token.split(':')[0] ?? '',
  async me() {
    const result = await callBot(options, { method: 'getMe', body: {}, deadlineMs: DEADLINE_MS });
    if (result.outcome !== 'done') return result;
    const me = parseRaw(result.result, (value) => Me.safeParse(value)) as ReturnType<typeof Me.safeParse>;
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
    const list = parseRaw<unknown>(result.result, (value) => value);
    if (!Array.isArray(list)) return { outcome: 'refused', reason: 'nonsense' };
    return { outcome: 'updates', updates: list.flatMap(readUpdate).toSorted((a, b) => a.id - b.id) };
  },
  fetch: (fileId, maxBytes) => fetchFile(options, fileId, maxBytes),
  send: async (chat, text, file) => {
    const result = await (file === undefined ? sendMessage(options, chat, text) : sendFile(options, chat, text, file));
    return result.outcome === 'done' ? { outcome: 'sent' } : result;
  },
});
