import type { TelegramOptions } from './call-bot.ts';
import type { Bot, Messenger } from './port.ts';
import { createTelegram } from './telegram.ts';
import { createTelegramBot } from './telegram-bot.ts';

/** Messengers for alarms. A new one is a file and a line here. */
export const MESSENGERS = { telegram: createTelegram } satisfies Record<string, (options: TelegramOptions) => Messenger>;

/** Messengers in which customers can write to us. */
export const BOTS = { telegram: createTelegramBot } satisfies Record<string, (options: TelegramOptions) => Bot>;
