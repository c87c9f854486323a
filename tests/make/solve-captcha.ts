import { createHash } from 'node:crypto';
import type { Api } from './call-api.ts';

/** Asks for a challenge and does its work, as a browser does; the token. */
export async function solveCaptcha(api: Api, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await api.call('POST', '/api/v1/captcha', { type: 'captchas', attributes: {}, headers });
  const { algorithm, challenge, salt, maxnumber, signature } = answer.resource().attributes;
  for (let number = 0; number <= Number(maxnumber); number += 1) {
    if (
      createHash('sha256')
        .update(`${String(salt)}${number}`)
        .digest('hex') === challenge
    )
      return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64');
  }
  throw new Error('the challenge has no solution');
}
