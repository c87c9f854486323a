import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface SentMessage {
  readonly chat: string;
  readonly text: string;
  readonly file?: { readonly name: string; readonly isPicture: boolean; readonly bytes: Buffer };
}

/** How `sendMessage` is answered for a chat: accepted, rate limited for seconds, or blocked. */
export type ChatBehaviour = 'well' | 'blocked' | number;

export interface TelegramStandIn {
  readonly url: string;
  readonly token: string;
  /** The bot's name. */
  readonly username: string;
  /** Accepted messages of the bot. */
  readonly sentMessages: SentMessage[];
  readonly moods: Map<string, ChatBehaviour>;
  /** A user writes to the bot; returns the update's number. */
  write(chat: number, words: string, change?: Readonly<Record<string, unknown>>): number;
  /** A file to be sent by a user; returns its id. */
  keep(bytes: Buffer): string;
  /** A user blocks the bot. */
  block(chat: number): void;
  /** Updates not yet confirmed by a call. */
  waiting(): number;
  close(): Promise<void>;
}

const TOKEN = '7001002003:AAabcdefghijklmnopqrstuvwxyz0123456';

/**
 * A local Bot API: the calls that our bot makes, answered as Telegram documents them. Updates stay until a call confirms them. A call
 * without updates waits `heldMs`; Telegram's waits half a minute.
 */
export async function startTelegram({ heldMs: longPollMs = 200 }: { readonly heldMs?: number } = {}): Promise<TelegramStandIn> {
  const updates: { update_id: number }[] = [];
  const sentMessages: SentMessage[] = [];
  const moods = new Map<string, ChatBehaviour>();
  const files = new Map<string, Buffer>();
  let next = 900_100;

  const add = (update: Readonly<Record<string, unknown>>): number => {
    next += 1;
    updates.push({ update_id: next, ...update });
    return next;
  };

  async function getUpdates(body: { offset?: number; limit: number; timeout: number }, isGone: () => boolean) {
    const { offset } = body;
    if (offset !== undefined) updates.splice(0, updates.length, ...updates.filter((one) => one.update_id >= offset));
    const endsAt = performance.now() + Math.min(body.timeout * 1000, longPollMs);
    while (updates.length === 0 && performance.now() < endsAt && !isGone()) await new Promise((done) => setTimeout(done, 20));
    return { status: 200, body: { ok: true, result: updates.slice(0, body.limit) } };
  }

  function take({ chat, ...words }: SentMessage) {
    const mood = moods.get(chat) ?? 'well';
    if (mood === 'blocked')
      return { status: 403, body: { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' } };
    if (typeof mood === 'number')
      return { status: 429, body: { ok: false, description: 'Too Many Requests', parameters: { retry_after: mood } } };
    sentMessages.push({ chat, ...words });
    return { status: 200, body: { ok: true, result: { message_id: sentMessages.length } } };
  }

  /** `sendPhoto` and `sendDocument`, with a multipart file. */
  async function takeFile(body: Buffer, type: string, isPicture: boolean) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const file = form.get(isPicture ? 'photo' : 'document') as File;
    const bytes = Buffer.from(await file.arrayBuffer());
    const [chat, caption] = [form.get('chat_id'), form.get('caption')];
    if (typeof chat !== 'string') throw new Error('a file for nobody');
    return take({ chat, text: typeof caption === 'string' ? caption : '', file: { name: file.name, isPicture, bytes } });
  }

  function getFile({ file_id: id }: { file_id: string }) {
    if (!files.has(id)) return { status: 400, body: { ok: false, description: 'Bad Request: wrong file_id' } };
    return { status: 200, body: { ok: true, result: { file_id: id, file_path: `documents/${id}.bin` } } };
  }

  const server = http.createServer((request, reply) => {
    void buffer(request).then(async (requestBody) => {
      const [, bot, method, , path = ''] = (request.url ?? '').split('/');
      if (bot === 'file' && method === `bot${TOKEN}`) {
        const bytes = files.get(path.replace(/\.bin$/, ''));
        reply.writeHead(bytes === undefined ? 404 : 200).end(bytes);
        return;
      }
      const type = request.headers['content-type'] ?? '';
      const body =
        type.startsWith('application/json') && requestBody.length > 0 ? (JSON.parse(requestBody.toString()) as never) : ({} as never);
      const answer =
        bot !== `bot${TOKEN}`
          ? { status: 401, body: { ok: false, description: 'Unauthorized' } }
          : method === 'getMe'
            ? { status: 200, body: { ok: true, result: { id: 7_001_002_003, is_bot: true, username: 'razmen_test_bot' } } }
            : method === 'getUpdates'
              ? await getUpdates(body, () => reply.destroyed)
              : method === 'getFile'
                ? getFile(body)
                : method === 'sendMessage'
                  ? take({ chat: (body as { chat_id: string }).chat_id, text: (body as { text: string }).text })
                  : await takeFile(requestBody, type, method === 'sendPhoto');
      reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token: TOKEN,
    username: 'razmen_test_bot',
    sentMessages: sentMessages,
    moods,
    write: (chat, words, change = {}) =>
      add({
        message: {
          message_id: next,
          date: 0,
          chat: { id: chat, type: 'private' },
          from: { id: chat, is_bot: false, language_code: 'en' },
          text: words,
          ...change,
        },
      }),
    keep(bytes) {
      const id = `file${files.size + 1}`;
      files.set(id, bytes);
      return id;
    },
    block: (chat) => void add({ my_chat_member: { chat: { id: chat, type: 'private' }, new_chat_member: { status: 'kicked' } } }),
    waiting: () => updates.length,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
