import { BOTS } from './adapters/messengers/index.ts';
import { chatHandler, keepBotFile } from './chat/bot-handler.ts';
import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';
import { tellBySecurityLetter } from './security-letters/security-letters.ts';
import type { BotHandler } from './telegram/handler.ts';
import { telegramJobs } from './telegram/jobs.ts';
import { lastHandler, linkHandlers } from './telegram/own-handlers.ts';
import { statusHandler } from './telegram/status-handler.ts';

/** Everything that the bot does with what people write to it, in the order in which it is asked; the last one answers whatever is left. */
export const botHandlers = (deps: Deps): readonly BotHandler[] => [
  ...linkHandlers({ ...deps, tell: tellBySecurityLetter(deps) }),
  statusHandler(deps),
  chatHandler(deps),
  lastHandler(deps),
];

/** The shop's bot in a process with jobs; without a token there is none. */
export function assembleTelegram(deps: Deps, { telegram, role }: Config): { stop(): Promise<void> } {
  if (telegram === undefined || role === 'web') return { stop: () => Promise.resolve() };
  return telegramJobs(deps, { bot: BOTS.telegram(telegram), handlers: botHandlers(deps), keepFile: keepBotFile(deps) });
}
