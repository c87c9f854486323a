import { call } from '#contract/call.ts';
import { createCaptcha } from '#contract/captcha.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import type { Puzzle } from './find-number.ts';
import { NO_PROOF, type Proof } from './proof.ts';

/** Longer than the slowest phone needs; then there is no proof. */
const GIVEN_UP_AFTER_MS = 60_000;
/** The server's puzzles live for twenty minutes; a token is made anew before that. */
const WORK_LIVES_MS = 15 * 60_000;

function work(puzzle: Puzzle): Promise<number | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./find-number.worker.ts', import.meta.url), { type: 'module' });
    const end = (number: number | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(number);
    };
    const timer = setTimeout(() => end(null), GIVEN_UP_AFTER_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<number | null>) => end(data));
    worker.addEventListener('error', () => end(null));
    worker.postMessage(puzzle); // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  });
}

/**
 * Asks what is to be proved and proves it: our own puzzle in a worker, beside whatever one types meanwhile, or another service's
 * question. `isAsked`: the API wants it now; before that nobody is sent to a third party.
 */
export async function prove(locale: Locale, { isAsked }: { readonly isAsked: boolean }): Promise<Proof> {
  const given = await call(createCaptcha, { body: {} }, browserTransport(locale));
  if (!given.ok) return { ok: false, message: given.errors[0]?.message ?? null };
  const { kind, algorithm, challenge, salt, maxnumber, signature, site_key: siteKey, script_url: scriptUrl } = given.data.attributes;
  if (kind === 'recaptcha') {
    if (!isAsked || siteKey === null || scriptUrl === null) return NO_PROOF;
    return await (await import('./recaptcha.ts')).askRecaptcha({ siteKey, scriptUrl });
  }
  if (challenge === null || salt === null || maxnumber === null) return NO_PROOF;
  const number = await work({ challenge, salt, maxnumber });
  if (number === null) return NO_PROOF;
  return { ok: true, token: btoa(JSON.stringify({ algorithm, challenge, number, salt, signature })), livesMs: WORK_LIVES_MS };
}
