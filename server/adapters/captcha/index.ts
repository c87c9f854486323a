import { createRecaptcha } from './recaptcha.ts';

/** Services that tell people from programs, by name; our own proof of work is none of them (`server/captcha`). */
export const HUMAN_CHECKERS = { recaptcha: createRecaptcha } as const;
