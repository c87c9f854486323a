import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { purgeUpdates } from './bot-store.ts';
import { purgeLinks } from './link-store.ts';
import { purgeMessages } from './message-store.ts';
import { createBotRunner, type RunnerOptions } from './run-bot.ts';
import { createSender } from './send-messages.ts';

const POLL_INTERVAL_MS = 250;
/** Longer than Telegram stores unconfirmed updates. */
const UPDATE_RETENTION_MS = 8 * DAY_MS;

/** How long an ended link is shown to its owner and to operators. */
export const LINK_RETENTION_MS = 90 * DAY_MS;

/** Polls updates, sends messages and deletes old rows. */
export function telegramJobs(deps: Deps, options: RunnerOptions) {
  const runner = createBotRunner(deps, options);
  const sender = createSender(deps, options.bot);
  deps.queue.every('hear-telegram', POLL_INTERVAL_MS, () => runner.pollOnce());
  deps.queue.every('say-telegram', POLL_INTERVAL_MS, () => sender.sendDue());
  deps.queue.every('purge-telegram', HOUR_MS, async () => {
    await purgeUpdates(deps.db, deps.clock.now() - UPDATE_RETENTION_MS);
    await purgeMessages(deps.db, deps.clock.now() - DAY_MS);
    await purgeLinks(deps.db, deps.clock.now() - LINK_RETENTION_MS);
  });
  return { stop: () => runner.stop() };
}
