import * as z from 'zod/mini';
import { call, urlOf } from '#contract/call.ts';
import {
  type ChatMessageAttributes,
  ChatMeta,
  getChatFile,
  listChatMessages,
  readChat,
  sendChatFile,
  sendChatMessage,
} from '#contract/chat.ts';
import type { Resource } from '#contract/document.ts';
import type { Transport } from '#contract/call.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport, keepaliveTransport } from '#web/api/browser-transport.ts';
import { uploadTransport } from '#web/api/upload-transport.ts';

export type Message = Resource<ChatMessageAttributes>;

/** What was said and what is known beside it, as it was read. */
export interface Reading {
  readonly messages: readonly Message[];
  readonly meta: ChatMeta;
}

interface Asked {
  readonly orderId: string | undefined;
  readonly before?: number | undefined;
}

/** Reads a talk; null where nobody answered, undefined where it is not this visitor's. */
export async function readTalk(
  transport: Transport,
  { orderId, before }: Asked,
  signal?: AbortSignal,
): Promise<Reading | null | undefined> {
  const query = { order_id: orderId, before: before === undefined ? undefined : String(before) };
  const answer = await call(listChatMessages, { query, signal }, transport);
  if (!answer.ok) return answer.status === 404 ? undefined : null;
  const meta = z.safeParse(ChatMeta, answer.meta);
  return meta.success ? { messages: answer.data, meta: meta.data } : null;
}

export const readHere = (locale: Locale, asked: Asked, signal?: AbortSignal) => readTalk(browserTransport(locale), asked, signal);

export interface Outgoing {
  /** Of this message alone, so that it is taken once however often it is sent. */
  readonly key: string;
  /** Of an earlier try that nobody answered. */
  readonly proof: string | undefined;
  readonly text: string;
  readonly file: File | null;
  readonly orderId: string | undefined;
  readonly email: string;
}

export type Sent =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly words: string | null; readonly field: string | null };

const loadProof = () => import('#web/captcha/prove.ts').catch(() => undefined);

async function sendOnce(locale: Locale, { key, text, file, orderId, email }: Outgoing, proof: string | undefined) {
  const body = { text, order_id: orderId, email: email.trim() === '' ? undefined : email.trim(), captcha_token: proof };
  if (file === null) return await call(sendChatMessage, { body, idempotencyKey: key }, browserTransport(locale));
  return await call(
    sendChatFile,
    { body, files: { file }, idempotencyKey: key },
    uploadTransport(locale, () => undefined),
  );
}

/**
 * Sends a message; where many begin to talk at once it does the work that a program would not. A refusal is not kept under the key, so
 * it stays the message's own. `noteProof` is told of a proof before it is sent: whoever repeats the message sends the same.
 */
export async function send(locale: Locale, outgoing: Outgoing, noteProof: (proof: string) => void): Promise<Sent> {
  let answer = await sendOnce(locale, outgoing, outgoing.proof);
  if (!answer.ok && answer.errors.some(({ code }) => code === 'captcha_required' || code === 'wrong_captcha')) {
    const proof = await (await loadProof())?.prove(locale, { isAsked: true });
    if (proof?.ok === true) {
      noteProof(proof.token);
      answer = await sendOnce(locale, outgoing, proof.token);
    }
  }
  if (answer.ok) return { ok: true, message: answer.data };
  const [error] = answer.errors;
  return { ok: false, words: error?.message ?? null, field: error?.field ?? null };
}

export const markRead = (locale: Locale, orderId: string | undefined, nr: number) =>
  call(readChat, { body: { order_id: orderId, nr } }, keepaliveTransport(locale));

export const fileUrl = (id: string, orderId: string | undefined): string =>
  urlOf(getChatFile, { params: { id }, query: { order_id: orderId } });
