import type { TelegramOptions } from './call-bot.ts';
import type { Bot, Messenger } from './port.ts';
import { createTelegram } from './telegram.ts';
import { createTelegramBot } from './telegram-bot.ts';

/** Every messenger that alarms can go to. A new one is a file and a line here. */
export const MESSENGERS = { telegram: createTelegram } satisfies Record<string, (options: TelegramOptions) => Messenger>;

/** Every messenger that people can talk to us in. */
export const BOTS = { telegram: createTelegramBot } satisfies Record<string, (options: TelegramOptions) => Bot>;
