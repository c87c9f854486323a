import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { purgeUpdates } from './bot-store.ts';
import { purgeLinks } from './link-store.ts';
import { purgeMessages } from './message-store.ts';
import { createBotRunner, type RunnerOptions } from './run-bot.ts';
import { createSpeaker } from './send-messages.ts';

const LOOK_EVERY_MS = 250;
/** Longer than the other side keeps an update that nobody took. */
const UPDATES_KEPT_MS = 8 * DAY_MS;

/** How long a link that has ended is shown to its person, and to whoever looks into what was told where. */
export const LINKS_KEPT_MS = 90 * DAY_MS;

/** The bot listens and speaks; what it has handled and said is forgotten. */
export function telegramJobs(deps: Deps, options: RunnerOptions) {
  const runner = createBotRunner(deps, options);
  const speaker = createSpeaker(deps, options.bot);
  deps.queue.every('hear-telegram', LOOK_EVERY_MS, () => runner.turn());
  deps.queue.every('say-telegram', LOOK_EVERY_MS, () => speaker.pass());
  deps.queue.every('purge-telegram', HOUR_MS, async () => {
    await purgeUpdates(deps.db, deps.clock.now() - UPDATES_KEPT_MS);
    await purgeMessages(deps.db, deps.clock.now() - DAY_MS);
    await purgeLinks(deps.db, deps.clock.now() - LINKS_KEPT_MS);
  });
  return { stop: () => runner.stop() };
}
