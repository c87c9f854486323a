import { call } from '#contract/call.ts';
import { createCaptcha } from '#contract/public/captcha.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import type { Puzzle } from './find-number.ts';
import { NO_PROOF, type Proof } from './proof.ts';

/** Longer than the slowest phone needs. */
const TIMEOUT_MS = 60_000;
/** A puzzle is valid for 20 minutes on the server; a token is replaced before that. */
const TOKEN_VALID_MS = 15 * 60_000;

function solve(puzzle: Puzzle): Promise<number | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./find-number.worker.ts', import.meta.url), { type: 'module' });
    const finish = (number: number | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(number);
    };
    const timer = setTimeout(() => finish(null), TIMEOUT_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<number | null>) => finish(data));
    worker.addEventListener('error', () => finish(null));
    worker.postMessage(puzzle); // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  });
}

/**
 * Requests a challenge and solves it: our own puzzle in a worker, or reCAPTCHA. `isRequired`: the API requires the proof now; before that no
 * third party is contacted.
 */
export async function prove(locale: Locale, { isRequired }: { readonly isRequired: boolean }): Promise<Proof> {
  const response = await call(createCaptcha, { body: {} }, browserTransport(locale));
  if (!response.ok) return { ok: false, message: response.errors[0]?.message ?? null };
  const { kind, algorithm, challenge, salt, maxnumber, signature, site_key: siteKey, script_url: scriptUrl } = response.data.attributes;
  if (kind === 'recaptcha') {
    if (!isRequired || siteKey === null || scriptUrl === null) return NO_PROOF;
    return await (await import('./recaptcha.ts')).solveRecaptcha({ siteKey, scriptUrl });
  }
  if (challenge === null || salt === null || maxnumber === null) return NO_PROOF;
  const number = await solve({ challenge, salt, maxnumber });
  if (number === null) return NO_PROOF;
  return { ok: true, token: btoa(JSON.stringify({ algorithm, challenge, number, salt, signature })), validMs: TOKEN_VALID_MS };
}
