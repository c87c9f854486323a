import { MINUTE_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';

/** What one chat may say in a minute, and all of them; the rest is not heard. */
const A_MINUTE = 20;
const ALL_A_MINUTE = 600;
/** Files of one chat, and of all: each is fetched and drawn before anybody behind it is heard. An album has ten. */
const FILES_A_MINUTE = 10;
const ALL_FILES_A_MINUTE = 60;

/** Counts what chats say, in the one process that listens. */
export function createChatLimits(clock: Clock) {
  let since = 0;
  let all = 0;
  const said = new Map<string, number>();
  const files = new Map<string, number>();
  let allFiles = 0;
  return {
    /** Asked of a message that `allow` has let in. */
    allowFile(chat: string): boolean {
      const count = (files.get(chat) ?? 0) + 1;
      files.set(chat, count);
      allFiles += 1;
      return count <= FILES_A_MINUTE && allFiles <= ALL_FILES_A_MINUTE;
    },
    allow(chat: string): boolean {
      const now = clock.now();
      if (now - since >= MINUTE_MS) {
        since = now;
        all = 0;
        allFiles = 0;
        said.clear();
        files.clear();
      }
      const count = (said.get(chat) ?? 0) + 1;
      said.set(chat, count);
      all += 1;
      return count <= A_MINUTE && all <= ALL_A_MINUTE;
    },
  };
}
