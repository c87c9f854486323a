import { MINUTE_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';

/** Messages per minute of one chat, and of all chats; more are ignored. */
const MAX_PER_CHAT = 20;
const MAX_TOTAL = 600;
/** Files per minute of one chat, and of all: each is fetched and re-encoded before the next update. An album has ten. */
const MAX_FILES_PER_CHAT = 10;
const MAX_FILES_TOTAL = 60;

/** Rate limits of chats, in the one process that polls. */
export function createChatLimits(clock: Clock) {
  let minuteStart = 0;
  let total = 0;
  const perChat = new Map<string, number>();
  const filesPerChat = new Map<string, number>();
  let totalFiles = 0;
  return {
    /** Call only for a message that `allow` accepted. */
    allowFile(chat: string): boolean {
      const count = (filesPerChat.get(chat) ?? 0) + 1;
      filesPerChat.set(chat, count);
      totalFiles += 1;
      return count <= MAX_FILES_PER_CHAT && totalFiles <= MAX_FILES_TOTAL;
    },
    allow(chat: string): boolean {
      const now = clock.now();
      if (now - minuteStart >= MINUTE_MS) {
        minuteStart = now;
        total = 0;
        totalFiles = 0;
        perChat.clear();
        filesPerChat.clear();
      }
      const count = (perChat.get(chat) ?? 0) + 1;
      perChat.set(chat, count);
      total += 1;
      return count <= MAX_PER_CHAT && total <= MAX_TOTAL;
    },
  };
}
