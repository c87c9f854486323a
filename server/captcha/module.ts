import { MINUTE_MS } from '#core/time.ts';
import type { Module } from '#server/module.ts';
import { purgeProofs } from './captcha.ts';
import { captchaRoutes } from './routes.ts';

export const captchaModule: Module = {
  name: 'captcha',
  tables: ['captcha_looks', 'captcha_proofs'],
  routes: captchaRoutes,
  jobs: (deps) => deps.queue.every('purge-captcha-proofs', 10 * MINUTE_MS, () => purgeProofs(deps)),
};
