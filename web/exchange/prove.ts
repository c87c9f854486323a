import { call } from '#contract/call.ts';
import { createCaptcha } from '#contract/captcha.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import type { Puzzle } from './find-number.ts';

/** Longer than the slowest phone needs; then there is no proof. */
const GIVEN_UP_AFTER_MS = 60_000;

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

/** Asks for a proof of work and does it; the token for `captcha_token`, null where that did not succeed. */
export async function prove(locale: Locale): Promise<string | null> {
  const given = await call(createCaptcha, { body: {} }, browserTransport(locale));
  if (!given.ok) return null;
  const { algorithm, challenge, salt, maxnumber, signature } = given.data.attributes;
  if (challenge === null || salt === null || maxnumber === null) return null;
  const number = await work({ challenge, salt, maxnumber });
  return number === null ? null : btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}
