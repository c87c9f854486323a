import * as z from 'zod/mini';
import { CHAT_FILE } from '#core/file/chosen-file.ts';
import { MAX_CHAT_TEXT } from '#core/chat/text.ts';
import { CAPTCHA_REFUSALS, captchaToken } from './captcha.ts';
import { endpoint } from '#contract/endpoint.ts';

const id = z.string().check(z.minLength(1), z.maxLength(64));
const orderId = z.optional(id);
/** Of a message: grows within every thread. */
const nr = z.int().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER));

/** The largest file that is taken into a talk. */
export const MAX_CHAT_FILE_BYTES = CHAT_FILE.maxBytes;
export const CHAT_FILE_TYPES = ['image/jpeg', 'application/pdf'] as const;
export const CHAT_STATES = ['waiting', 'answered', 'closed'] as const;

export const ChatFileAttributes = z.object({ id: z.string(), media_type: z.enum(CHAT_FILE_TYPES), size: z.number() });

export const ChatMessageAttributes = z.object({
  nr,
  author: z.enum(['customer', 'operator', 'system']),
  /** How the operator is called; null for everybody else. */
  name: z.nullable(z.string()),
  /** Plain text as it was written; null where it was taken back. */
  text: z.nullable(z.string()),
  file: z.nullable(ChatFileAttributes),
  /** The order whose page its writer looked at. */
  order_id: z.nullable(z.string()),
  via: z.enum(['site', 'telegram']),
  at: z.string(),
});
export type ChatMessageAttributes = z.output<typeof ChatMessageAttributes>;

/** A talk that a visitor may read, for marks of what is new. */
const Talk = z.object({ order_id: z.nullable(z.string()), unread: z.number(), last_at: z.string() });

export const ChatMeta = z.object({
  /** Null until something was said. */
  state: z.nullable(z.enum(CHAT_STATES)),
  has_earlier: z.boolean(),
  unread: z.number(),
  /** Messages of this chat up to this one were seen by an operator. */
  read_by_office: nr,
  /** Where an answer is mailed that nobody has seen here, masked; null: nowhere. */
  answers_to: z.nullable(z.string()),
  talks: z.array(Talk),
  is_open: z.boolean(),
  /** When people answer again; null while they do, or where they never do. */
  opens_at: z.nullable(z.string()),
  /** Within how long an answer is promised, in minutes (spec 9). */
  promise_minutes: z.number(),
  /** The median of the last thirty days, in minutes; null where too few were answered to say. */
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
    'A talk with support, oldest first: of the order that is named, by whoever holds its key; else of the account or of this browser. The newest fifty, or those before `before`',
  method: 'GET',
  path: '/api/v1/chat/messages',
  action: 'exchange',
  query: z.object({ order_id: orderId, before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
  reply: { kind: 'collection', type: 'chat_messages', attributes: ChatMessageAttributes, meta: ChatMeta },
  refusals: ['not_found'],
});

export const sendChatMessage = endpoint({
  name: 'sendChatMessage',
  summary: 'Says something to support; `email`: where an answer is mailed to somebody whose address is not known',
  method: 'POST',
  path: '/api/v1/chat/messages',
  action: 'exchange',
  body: z.object({ text, order_id: orderId, email, captcha_token: captchaToken }),
  reply: { ...message, status: 201 },
  refusals: SENDING,
});

export const sendChatFile = endpoint({
  name: 'sendChatFile',
  summary: 'Sends support a picture (drawn anew without its metadata) or a plain PDF of at most 10 MiB, with words beside it',
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
  summary: 'A file of a talk, to whoever may read the talk; always a download',
  method: 'GET',
  path: '/api/v1/chat/files/{id}',
  action: 'exchange',
  params: z.object({ id }),
  query: z.object({ order_id: orderId }),
  reply: { kind: 'file', mediaType: CHAT_FILE_TYPES, page: '/support' },
  refusals: ['not_found'],
});

export const readChat = endpoint({
  name: 'readChat',
  summary: 'The talk was seen up to a message: nothing of it is mailed any more',
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
  summary: 'Opens a talk by the link of a letter: this browser may read it from now on',
  method: 'POST',
  path: '/api/v1/chat/links',
  action: 'exchange',
  body: z.object({ thread: id, key: z.string().check(z.minLength(1), z.maxLength(64)) }),
  bodyType: 'chat_messages',
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});

export const chatEvents = endpoint({
  name: 'chatEvents',
  summary:
    'That something changed in a talk of this visitor (`chat`, with its order), never what: one stream for all his pages; 404 while he has none',
  method: 'GET',
  path: '/api/v1/chat/events',
  action: 'exchange',
  reply: { kind: 'stream' },
  refusals: ['not_found'],
});
