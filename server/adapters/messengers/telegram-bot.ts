import * as z from 'zod/mini';
import { SECOND_MS } from '#core/time.ts';
import { parseRaw } from '#server/platform/outbound.ts';
import { callBot, fetchBotFile, type TelegramOptions } from './call-bot.ts';
import type { Bot, BotFile, BotUpdate, SentFile } from './port.ts';
import { sendMessage } from './telegram.ts';

const DEADLINE_MS = 10 * SECOND_MS;
/** How long a call for updates stays open while there are none. */
const HELD_SECONDS = 20;
const AT_ONCE = 25;
/** A message has 4096 characters at most, with all that belongs to it a few dozen kilobytes. */
const MOST_BYTES = 8 * 1024 * 1024;

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

/** What of an update concerns us: words of a person in a chat of his own, or that he has blocked the bot. */
function read(raw: unknown): BotUpdate[] {
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

/** Its limit for the words under a file. */
const MOST_CAPTION = 1024;
const FILE_DEADLINE_MS = 30 * SECOND_MS;

async function sendFile(options: TelegramOptions, chat: string, text: string, { bytes, name, isPicture }: SentFile) {
  const form = new FormData();
  form.set('chat_id', chat);
  form.set('caption', text.slice(0, MOST_CAPTION));
  const type = isPicture ? 'image/jpeg' : 'application/pdf';
  form.set(isPicture ? 'photo' : 'document', new Blob([new Uint8Array(bytes)], { type }), name);
  return await callBot(options, { method: isPicture ? 'sendPhoto' : 'sendDocument', body: form, deadlineMs: FILE_DEADLINE_MS });
}

const Stored = z.object({ file_path: z.string() });

async function fetchFile(options: TelegramOptions, fileId: string, maxBytes: number) {
  const answer = await callBot(options, { method: 'getFile', body: { file_id: fileId }, deadlineMs: DEADLINE_MS });
  if (answer.outcome === 'refused' && /too big/i.test(answer.reason)) return { outcome: 'too_large' } as const;
  if (answer.outcome !== 'done') return answer;
  const stored = parseRaw(answer.result, (value) => Stored.safeParse(value)) as ReturnType<typeof Stored.safeParse>;
  if (!stored.success) return { outcome: 'refused', reason: 'nonsense' } as const;
  return await fetchBotFile(options, { path: stored.data.file_path, maxBytes, deadlineMs: FILE_DEADLINE_MS });
}

/** Our bot by Telegram's Bot API, as people talk to it. */
export const createTelegramBot = (options: TelegramOptions): Bot => ({
  id: options.token.split(':')[0] ?? '',
  async me() {
    const answer = await callBot(options, { method: 'getMe', body: {}, deadlineMs: DEADLINE_MS });
    if (answer.outcome !== 'done') return answer;
    const me = parseRaw(answer.result, (value) => Me.safeParse(value)) as ReturnType<typeof Me.safeParse>;
    return me.success ? { outcome: 'known', username: me.data.username } : { outcome: 'refused', reason: 'nonsense' };
  },
  async updates(from, signal) {
    const answer = await callBot(options, {
      method: 'getUpdates',
      body: {
        ...(from === null ? {} : { offset: from }),
        limit: AT_ONCE,
        timeout: HELD_SECONDS,
        allowed_updates: ['message', 'my_chat_member'],
      },
      deadlineMs: HELD_SECONDS * SECOND_MS + DEADLINE_MS,
      maxBytes: MOST_BYTES,
      signal,
    });
    if (answer.outcome !== 'done') return answer;
    const list = parseRaw<unknown>(answer.result, (value) => value);
    if (!Array.isArray(list)) return { outcome: 'refused', reason: 'nonsense' };
    return { outcome: 'updates', updates: list.flatMap(read).toSorted((a, b) => a.id - b.id) };
  },
  fetch: (fileId, maxBytes) => fetchFile(options, fileId, maxBytes),
  say: async (chat, text, file) => {
    const answer = await (file === undefined ? sendMessage(options, chat, text) : sendFile(options, chat, text, file));
    return answer.outcome === 'done' ? { outcome: 'sent' } : answer;
  },
});
