import * as z from 'zod/mini';
import { SECOND_MS } from '#core/time.ts';
import { callOutside, OutboundError, type OutboundAnswer, parseRaw } from '#server/platform/outbound.ts';
import type { Messenger, MessengerAnswer } from './port.ts';

export interface TelegramOptions {
  readonly token: string;
  /** Where the Bot API is. */
  readonly apiUrl: string;
}

const DEADLINE_MS = 10 * SECOND_MS;
/** Its limit for one message. */
const MOST_CHARACTERS = 4096;

const Answer = z.object({
  ok: z.boolean(),
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.int()) })),
});

function read(answer: OutboundAnswer): MessengerAnswer {
  const said = parseRaw(answer.json<ReturnType<typeof Answer.safeParse>>(), (value) => Answer.safeParse(value));
  if (!said.success) return { outcome: 'later', reason: `status ${answer.status}`, afterMs: 0 };
  const { ok, description, parameters } = said.data;
  if (ok) return { outcome: 'sent' };
  const reason = `${answer.status} ${description ?? ''}`.trim().slice(0, 200);
  const afterMs = (parameters?.retry_after ?? 0) * SECOND_MS;
  return answer.status === 429 || answer.status >= 500 ? { outcome: 'later', reason, afterMs } : { outcome: 'refused', reason };
}

/** Telegram's Bot API. The token stands in the address of the call, which is why no address is ever told further. */
export const createTelegram = ({ token, apiUrl }: TelegramOptions): Messenger => ({
  async send(chat, text) {
    try {
      const answer = await callOutside({
        url: `${apiUrl.replace(/\/+$/, '')}/bot${token}/sendMessage`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ chat_id: chat, text: text.slice(0, MOST_CHARACTERS), link_preview_options: { is_disabled: true } }),
        deadlineMs: DEADLINE_MS,
      });
      return read(answer);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { outcome: 'later', reason: error.reason, afterMs: 0 };
    }
  },
});
