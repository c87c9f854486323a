import type { Messenger } from './port.ts';
import { createTelegram, type TelegramOptions } from './telegram.ts';

/** Every messenger that alarms can go to. A new one is a file and a line here. */
export const MESSENGERS = { telegram: createTelegram } satisfies Record<string, (options: TelegramOptions) => Messenger>;
