import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';

type Keys = Pick<Deps, 'secrets'>;

/** Two signatures of 128 bits. */
const TOKEN = /^[\w-]{52}$/;

/**
 * The token of a mailed link: 256 bits derived from our secret. The same letter written twice carries the same link, and nothing in
 * the database says it.
 */
export const tokenOf = ({ secrets }: Keys, id: string): string =>
  secrets.sign('account token', id) + secrets.sign('account token, second half', id);

/** What is kept of a token; undefined for what cannot be one. */
export const tokenHash = (token: string): Buffer | undefined =>
  TOKEN.test(token) ? createHash('sha256').update(token).digest() : undefined;
