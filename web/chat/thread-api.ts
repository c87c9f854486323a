import * as z from 'zod/mini';
import { call, type Transport, urlOf } from '#contract/call.ts';
import {
  type ChatMessageAttributes,
  ChatMeta,
  getChatFile,
  listChatMessages,
  readChat,
  sendChatFile,
  sendChatMessage,
} from '#contract/public/chat.ts';
import type { Resource } from '#contract/document.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport, keepaliveTransport } from '#web/api/browser-transport.ts';
import { uploadTransport } from '#web/api/upload-transport.ts';

export type Message = Resource<ChatMessageAttributes>;

/** Messages and state of a thread. */
export interface Thread {
  readonly messages: readonly Message[];
  readonly meta: ChatMeta;
}

interface ThreadQuery {
  readonly orderId: string | undefined;
  readonly before?: number | undefined;
}

/** Loads a thread; null: no response, undefined: it does not belong to the visitor. */
export async function fetchThread(
  transport: Transport,
  { orderId, before }: ThreadQuery,
  signal?: AbortSignal,
): Promise<Thread | null | undefined> {
  const query = { order_id: orderId, before: before === undefined ? undefined : String(before) };
  const response = await call(listChatMessages, { query, signal }, transport);
  if (!response.ok) return response.status === 404 ? undefined : null;
  const meta = z.safeParse(ChatMeta, response.meta);
  return meta.success ? { messages: response.data, meta: meta.data } : null;
}

export const fetchThreadFromBrowser = (locale: Locale, query: ThreadQuery, signal?: AbortSignal) =>
  fetchThread(browserTransport(locale), query, signal);

export interface OutgoingMessage {
  /** Idempotency key of the message. */
  readonly key: string;
  /** Captcha token of an earlier try without a response. */
  readonly proof: string | undefined;
  readonly text: string;
  readonly file: File | null;
  readonly orderId: string | undefined;
  readonly email: string;
}

export type SendResult =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly errorText: string | null; readonly field: string | null };

const loadProof = () => import('#web/captcha/prove.ts').catch(() => undefined);

async function sendOnce(locale: Locale, { key, text, file, orderId, email }: OutgoingMessage, proof: string | undefined) {
  const body = { text, order_id: orderId, email: email.trim() === '' ? undefined : email.trim(), captcha_token: proof };
  if (file === null) return await call(sendChatMessage, { body, idempotencyKey: key }, browserTransport(locale));
  return await call(
    sendChatFile,
    { body, files: { file }, idempotencyKey: key },
    uploadTransport(locale, () => undefined),
  );
}

/**
 * Sends a message, again with a captcha token where the API requires one, under the same key: refusals are not stored. `onProof` gets
 * the token first, for retries.
 */
export async function sendMessage(locale: Locale, outgoing: OutgoingMessage, onProof: (proof: string) => void): Promise<SendResult> {
  let response = await sendOnce(locale, outgoing, outgoing.proof);
  if (!response.ok && response.errors.some(({ code }) => code === 'captcha_required' || code === 'wrong_captcha')) {
    const proof = await (await loadProof())?.prove(locale, { isRequired: true });
    if (proof?.ok === true) {
      onProof(proof.token);
      response = await sendOnce(locale, outgoing, proof.token);
    }
  }
  if (response.ok) return { ok: true, message: response.data };
  const [error] = response.errors;
  return { ok: false, errorText: error?.message ?? null, field: error?.field ?? null };
}

export const markRead = (locale: Locale, orderId: string | undefined, nr: number) =>
  call(readChat, { body: { order_id: orderId, nr } }, keepaliveTransport(locale));

export const fileUrl = (id: string, orderId: string | undefined): string =>
  urlOf(getChatFile, { params: { id }, query: { order_id: orderId } });
