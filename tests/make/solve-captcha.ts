import { createHash } from 'node:crypto';
import type { Api } from './call-api.ts';

/** Solves a challenge; returns the token. */
export function solveChallenge(given: {
  readonly challenge: unknown;
  readonly salt: unknown;
  readonly maxnumber: unknown;
  readonly signature: unknown;
}): string {
  const { challenge, salt, maxnumber, signature } = given;
  for (let number = 0; number <= Number(maxnumber); number += 1) {
    const hash = createHash('sha256').update(`${String(salt)}${number}`);
    if (hash.digest('hex') === challenge)
      return Buffer.from(JSON.stringify({ algorithm: 'SHA-256', challenge, number, salt, signature })).toString('base64');
  }
  throw new Error('the challenge has no solution');
}

/** Requests and solves a challenge like a browser; returns the token. */
export async function solveCaptcha(api: Api, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await api.call('POST', '/api/v1/captcha', { type: 'captchas', attributes: {}, headers });
  const { challenge, salt, maxnumber, signature } = answer.resource().attributes;
  return solveChallenge({ challenge, salt, maxnumber, signature });
}
