import * as z from 'zod/mini';
import { MAX_CHAT_TEXT } from '#core/chat/text.ts';
import { LOCALES } from '#core/locale.ts';
import { CHAT_FILE_TYPES, CHAT_STATES, ChatFileAttributes, MAX_CHAT_FILE_BYTES } from '#contract/public/chat.ts';
import { idParams, recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

const nr = z.int().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER));
const text = z.string().check(z.maxLength(MAX_CHAT_TEXT));

/** Filters: waiting for anyone or for the caller, assigned to the caller, unassigned, closed, all. */
export const CHAT_LISTS = ['waiting', 'mine', 'unassigned', 'closed', 'all'] as const;
export const CHAT_SOURCES = ['order', 'account', 'guest', 'telegram'] as const;

const Person = z.object({ id: z.string(), name: z.string() });

export const ChatThreadAttributes = z.object({
  source: z.enum(CHAT_SOURCES),
  /** Current or last order of the chat. */
  order_id: z.nullable(z.string()),
  /** E-mail, masked by role; null: a guest without an address. */
  customer: z.nullable(z.string()),
  /** Whether the customer controls that address; false: typed only. */
  is_proven: z.boolean(),
  customer_id: z.nullable(z.string()),
  /** Language of the customer's messages; nothing is translated. */
  locale: z.enum(LOCALES),
  state: z.enum(CHAT_STATES),
  assigned_to: z.nullable(Person),
  is_mine: z.boolean(),
  unread: z.number(),
  last_nr: nr,
  last_at: z.string(),
  /** Beginning of the last message. */
  last_text: z.string(),
  last_author: z.nullable(z.enum(['customer', 'operator', 'system'])),
  unanswered_since: z.nullable(z.string()),
  /** Promised time of the response. */
  due_at: z.nullable(z.string()),
  is_late: z.boolean(),
});
export type ChatThreadAttributes = z.output<typeof ChatThreadAttributes>;

export const OfficeChatMessage = z.object({
  id: z.string(),
  nr,
  author: z.enum(['customer', 'operator', 'system']),
  name: z.nullable(z.string()),
  is_mine: z.boolean(),
  text: z.string(),
  file: z.nullable(ChatFileAttributes),
  order_id: z.nullable(z.string()),
  via: z.enum(['site', 'telegram']),
  at: z.string(),
  withdrawn_at: z.nullable(z.string()),
  /** Deadline for withdrawing the message; null: passed. */
  withdraw_until: z.nullable(z.string()),
});
export type OfficeChatMessage = z.output<typeof OfficeChatMessage>;

const Note = z.object({ id: z.string(), author: z.string(), text: z.string(), at: z.string() });

export const ChatThreadDetail = z.extend(ChatThreadAttributes, {
  messages: z.array(OfficeChatMessage),
  has_earlier: z.boolean(),
  /** Internal notes, never sent. */
  notes: z.array(Note),
  /** Last message that the customer has read. */
  read_by_customer: nr,
  /** Another operator who is typing now. */
  typing: z.nullable(z.string()),
  /** Channels of unread replies: e-mail, bot. */
  answers_by: z.array(z.enum(['mail', 'telegram'])),
  /** Other chats of the same customer. */
  others: z.array(z.object({ id: z.string(), order_id: z.nullable(z.string()), last_at: z.string() })),
  may_answer: z.boolean(),
  /** Name from the account, for canned replies. */
  customer_name: z.nullable(z.string()),
  /** Operators it can be assigned to; empty: the caller may not answer. */
  colleagues: z.array(z.object({ id: z.string(), name: z.string(), is_me: z.boolean() })),
});
export type ChatThreadDetail = z.output<typeof ChatThreadDetail>;

const TYPE = 'chat_threads';
const BASE = '/api/office/v1/chat_threads';
const one = { kind: 'resource', type: TYPE, attributes: ChatThreadDetail, status: 200 } as const;
const answering = { action: 'answer_chat', params: idParams, bodyType: TYPE, reply: one } as const;

export const officeListChats = endpoint({
  name: 'officeListChats',
  summary: 'Lists chats, the longest unanswered first; `meta` counts those that wait',
  method: 'GET',
  path: BASE,
  action: 'read_chat',
  query: z.object({
    list: z.optional(z.enum(CHAT_LISTS)),
    /** Words of a message, an e-mail, or an order number. */
    q: z.optional(z.string().check(z.maxLength(200))),
    order_id: z.optional(recordId),
    ...pagingQuery,
    sort: sortQuery('last_at', 'unanswered_since'),
  }),
  reply: {
    kind: 'collection',
    type: TYPE,
    attributes: ChatThreadAttributes,
    paged: true,
    meta: z.object({ waiting: z.number(), mine: z.number(), late: z.number(), is_open: z.boolean(), promise_minutes: z.number() }),
  },
  refusals: [],
});

export const officeGetChat = endpoint({
  name: 'officeGetChat',
  summary: 'Returns a chat with notes: the newest two hundred messages, or those before `before`',
  method: 'GET',
  path: `${BASE}/{id}`,
  action: 'read_chat',
  params: idParams,
  query: z.object({ before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
  reply: one,
  refusals: ['not_found'],
});

export const officeAnswerChat = endpoint({
  name: 'officeAnswerChat',
  summary:
    "Replies to a customer; `seen`: last message on the caller's screen, refused if a colleague has replied since. An unread reply is sent by e-mail or bot",
  method: 'POST',
  path: `${BASE}/{id}/messages`,
  ...answering,
  body: z.object({ text, seen: nr }),
  refusals: ['not_found', 'required', 'too_long', 'edit_conflict'],
});

export const officeSendChatFile = endpoint({
  name: 'officeSendChatFile',
  summary:
    'Replies with an image (re-encoded without metadata) or a PDF without active content, at most 10 MiB, with optional text; refused like a reply',
  method: 'POST',
  path: `${BASE}/{id}/files`,
  ...answering,
  body: z.object({ text: z.optional(text), seen: z.string().check(z.regex(/^\d{1,15}$/)) }),
  files: { file: { required: true, maxBytes: MAX_CHAT_FILE_BYTES } },
  refusals: ['not_found', 'required', 'too_long', 'edit_conflict', 'invalid_file_type', 'file_too_large'],
});

export const officeWithdrawChatMessage = endpoint({
  name: 'officeWithdrawChatMessage',
  summary: "Withdraws one's own reply within a minute; the customer sees that a message was withdrawn",
  method: 'POST',
  path: `${BASE}/{id}/messages/{message_id}/withdraw`,
  ...answering,
  params: z.object({ id: recordId, message_id: recordId }),
  refusals: ['not_found', 'order_state_conflict'],
});

export const officeNoteChat = endpoint({
  name: 'officeNoteChat',
  summary: 'Adds an internal note, stored apart from messages and never sent',
  method: 'POST',
  path: `${BASE}/{id}/notes`,
  ...answering,
  body: z.object({ text }),
  refusals: ['not_found', 'required', 'too_long'],
});

export const officeAssignChat = endpoint({
  name: 'officeAssignChat',
  summary: 'Assigns a chat to the caller, a colleague or nobody; `from`: the assignee shown to the caller, refused if it has changed',
  method: 'PUT',
  path: `${BASE}/{id}/assignment`,
  ...answering,
  body: z.object({ to: z.nullable(z.guid()), from: z.nullable(z.guid()) }),
  refusals: ['not_found', 'edit_conflict', 'invalid_format'],
});

export const officeCloseChat = endpoint({
  name: 'officeCloseChat',
  summary: "Closes a chat; the customer's next message reopens it. Refused if the customer has written since `seen`",
  method: 'POST',
  path: `${BASE}/{id}/close`,
  ...answering,
  body: z.object({ seen: nr }),
  refusals: ['not_found', 'edit_conflict'],
});

export const officeReadChat = endpoint({
  name: 'officeReadChat',
  summary: 'Marks a chat as read up to a message',
  method: 'POST',
  path: `${BASE}/{id}/read`,
  action: 'answer_chat',
  params: idParams,
  body: z.object({ nr }),
  bodyType: TYPE,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
  by: 'page',
});

export const officeTypeChat = endpoint({
  name: 'officeTypeChat',
  summary: 'Signals to colleagues that the caller is typing, for some seconds',
  method: 'POST',
  path: `${BASE}/{id}/typing`,
  action: 'answer_chat',
  params: idParams,
  body: z.object({}),
  bodyType: TYPE,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
  by: 'page',
});

export const officeBeginChat = endpoint({
  name: 'officeBeginChat',
  summary: 'Returns the chat about an order; created if there is none',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/chat_thread',
  ...answering,
  refusals: ['not_found'],
});

export const officeGetChatFile = endpoint({
  name: 'officeGetChatFile',
  summary: 'Downloads a file of a chat; each view is recorded in the audit log',
  method: 'GET',
  path: '/api/office/v1/chat_files/{id}',
  action: 'read_chat',
  params: idParams,
  reply: { kind: 'file', mediaType: CHAT_FILE_TYPES },
  refusals: ['not_found'],
});

const title = z.string().check(z.minLength(1), z.maxLength(80), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u));
const replyText = z.string().check(z.minLength(1), z.maxLength(2000));
const cannedReply = { title, text_ru: replyText, text_en: replyText };

export const CannedReplyAttributes = z.object({
  ...cannedReply,
  version: z.number(),
  changed_by: z.nullable(z.string()),
  changed_at: z.string(),
});
export type CannedReplyAttributes = z.output<typeof CannedReplyAttributes>;

const CANNED = '/api/office/v1/canned_replies';
const CANNED_TYPE = 'canned_replies';
const reply = { kind: 'resource', type: CANNED_TYPE, attributes: CannedReplyAttributes } as const;
const version = z.int().check(z.positive(), z.maximum(2_147_483_647));

export const officeListCannedReplies = endpoint({
  name: 'officeListCannedReplies',
  summary: 'Lists canned replies in both languages; `{order}` and `{name}` are filled in when used',
  method: 'GET',
  path: CANNED,
  action: 'read_chat',
  reply: { kind: 'collection', type: CANNED_TYPE, attributes: CannedReplyAttributes },
  refusals: [],
});

export const officeCreateCannedReply = endpoint({
  name: 'officeCreateCannedReply',
  summary: 'Creates a canned reply',
  method: 'POST',
  path: CANNED,
  action: 'change_canned_replies',
  body: z.object(cannedReply),
  reply: { ...reply, status: 201 },
  refusals: ['invalid_format'],
});

export const officeChangeCannedReply = endpoint({
  name: 'officeChangeCannedReply',
  summary: 'Updates a canned reply; refused if it has changed since it was read',
  method: 'PUT',
  path: `${CANNED}/{id}`,
  action: 'change_canned_replies',
  params: idParams,
  body: z.object({ ...cannedReply, version }),
  reply: { ...reply, status: 200 },
  refusals: ['not_found', 'edit_conflict', 'invalid_format'],
});

export const officeDropCannedReply = endpoint({
  name: 'officeDropCannedReply',
  summary: 'Deletes a canned reply',
  method: 'DELETE',
  path: `${CANNED}/{id}`,
  action: 'change_canned_replies',
  params: idParams,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});
