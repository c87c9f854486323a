import { createTelegram, createTelegramBot, type TelegramOptions } from './telegram.ts';
import type { Bot, Messenger } from './port.ts';

/** Messengers for alarms. A new one is a file and a line here. */
export const MESSENGERS = { telegram: createTelegram } satisfies Record<string, (options: TelegramOptions) => Messenger>;

/** Messengers in which customers can write to us. */
export const BOTS = { telegram: createTelegramBot } satisfies Record<string, (options: TelegramOptions) => Bot>;
