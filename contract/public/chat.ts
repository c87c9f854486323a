import * as z from 'zod/mini';
import { CHAT_FILE } from '#core/file/file-rules.ts';
import { MAX_CHAT_TEXT } from '#core/chat/text.ts';
import { CAPTCHA_REFUSALS, captchaToken } from './captcha.ts';
import { idParams, recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

const orderId = z.optional(recordId);
/** Message number, increasing within a chat. */
const nr = z.int().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER));

export const MAX_CHAT_FILE_BYTES = CHAT_FILE.maxBytes;
export const CHAT_FILE_TYPES = ['image/jpeg', 'application/pdf'] as const;
export const CHAT_STATES = ['waiting', 'answered', 'closed'] as const;

export const ChatFileAttributes = z.object({ id: z.string(), media_type: z.enum(CHAT_FILE_TYPES), size: z.number() });

export const ChatMessageAttributes = z.object({
  nr,
  author: z.enum(['customer', 'operator', 'system']),
  /** Operator's display name; null for other authors. */
  name: z.nullable(z.string()),
  /** Plain text as written; null: withdrawn. */
  text: z.nullable(z.string()),
  file: z.nullable(ChatFileAttributes),
  /** Order whose page the author had open; null: none. */
  order_id: z.nullable(z.string()),
  via: z.enum(['site', 'telegram']),
  at: z.string(),
});
export type ChatMessageAttributes = z.output<typeof ChatMessageAttributes>;

/** A chat that the visitor may read, for its unread marks. */
const ReadableChat = z.object({ order_id: z.nullable(z.string()), unread: z.number(), last_at: z.string() });

export const ChatMeta = z.object({
  /** Null: no message yet. */
  state: z.nullable(z.enum(CHAT_STATES)),
  has_earlier: z.boolean(),
  unread: z.number(),
  /** Last message read by staff. */
  read_by_office: nr,
  /** Masked e-mail that receives unread replies; null: none. */
  answers_to: z.nullable(z.string()),
  talks: z.array(ReadableChat),
  is_open: z.boolean(),
  /** When support opens; null: open now, or never. */
  opens_at: z.nullable(z.string()),
  /** Promised response time, minutes (spec 9). */
  promise_minutes: z.number(),
  /** Median response time of the last thirty days, minutes; null: too few. */
  usual_minutes: z.nullable(z.number()),
});
export type ChatMeta = z.output<typeof ChatMeta>;

const message = { kind: 'resource', type: 'chat_messages', attributes: ChatMessageAttributes } as const;
const text = z.string().check(z.maxLength(MAX_CHAT_TEXT));
const email = z.optional(z.string().check(z.maxLength(254)));
const SENDING = [
  'not_found',
  'not_authenticated',
  'required',
  'too_long',
  'invalid_format',
  'too_many_requests',
  ...CAPTCHA_REFUSALS,
] as const;

export const listChatMessages = endpoint({
  name: 'listChatMessages',
  summary:
    'Lists messages of a chat with support, oldest first: of the named order (by its key), else of the account or browser. The newest fifty, or those before `before`',
  method: 'GET',
  path: '/api/v1/chat/messages',
  action: 'exchange',
  query: z.object({ order_id: orderId, before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
  reply: { kind: 'collection', type: 'chat_messages', attributes: ChatMessageAttributes, meta: ChatMeta },
  refusals: ['not_found'],
});

export const sendChatMessage = endpoint({
  name: 'sendChatMessage',
  summary: "Sends a message to support; `email` receives replies where the caller's address is unknown",
  method: 'POST',
  path: '/api/v1/chat/messages',
  action: 'exchange',
  body: z.object({ text, order_id: orderId, email, captcha_token: captchaToken }),
  reply: { ...message, status: 201 },
  refusals: SENDING,
});

export const sendChatFile = endpoint({
  name: 'sendChatFile',
  summary: 'Sends an image (re-encoded without metadata) or a PDF without active content, at most 10 MiB, with optional text',
  method: 'POST',
  path: '/api/v1/chat/files',
  action: 'exchange',
  body: z.object({ text: z.optional(text), order_id: orderId, email, captcha_token: captchaToken }),
  bodyType: 'chat_messages',
  files: { file: { required: true, maxBytes: MAX_CHAT_FILE_BYTES } },
  reply: { ...message, status: 201 },
  refusals: [...SENDING, 'invalid_file_type', 'file_too_large'],
});

export const getChatFile = endpoint({
  name: 'getChatFile',
  summary: 'Downloads a file of a chat, for all who may read the chat',
  method: 'GET',
  path: '/api/v1/chat/files/{id}',
  action: 'exchange',
  params: idParams,
  query: z.object({ order_id: orderId }),
  reply: { kind: 'file', mediaType: CHAT_FILE_TYPES, page: '/support' },
  refusals: ['not_found'],
});

export const readChat = endpoint({
  name: 'readChat',
  summary: 'Marks a chat as read up to a message; read messages are not e-mailed',
  method: 'POST',
  path: '/api/v1/chat/read',
  action: 'exchange',
  body: z.object({ order_id: orderId, nr }),
  bodyType: 'chat_messages',
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
  by: 'page',
});

export const openChatLink = endpoint({
  name: 'openChatLink',
  summary: 'Opens a chat by the link of an e-mail: this browser may read it from now on',
  method: 'POST',
  path: '/api/v1/chat/links',
  action: 'exchange',
  body: z.object({ thread: recordId, key: z.string().check(z.minLength(1), z.maxLength(64)) }),
  bodyType: 'chat_messages',
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});

export const chatEvents = endpoint({
  name: 'chatEvents',
  summary:
    "Streams change events of the visitor's chats (`chat`, with the order), without content; one stream for all pages. 404 without a chat",
  method: 'GET',
  path: '/api/v1/chat/events',
  action: 'exchange',
  reply: { kind: 'stream' },
  refusals: ['not_found'],
});
