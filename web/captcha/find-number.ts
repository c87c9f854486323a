import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** A puzzle of `POST /captcha`: find the number for which SHA-256 of salt and number is the challenge. */
export interface Puzzle {
  readonly challenge: string;
  readonly salt: string;
  readonly maxnumber: number;
}

/** Tries all numbers up to `maxnumber`; null: none fits. About a second on a phone: runs in a worker. */
export function findNumber({ challenge, salt, maxnumber }: Puzzle): number | null {
  for (let number = 0; number <= maxnumber; number += 1) {
    if (bytesToHex(sha256(utf8ToBytes(`${salt}${number}`))) === challenge) return number;
  }
  return null;
}
