import { createRecaptcha } from './recaptcha.ts';

/** External captcha services by name; our own proof of work is in `server/captcha`. */
export const CAPTCHA_SERVICES = { recaptcha: createRecaptcha } as const;
