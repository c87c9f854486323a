import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';

type TokenDeps = Pick<Deps, 'secrets'>;

/** Two signatures of 128 bits. */
const TOKEN = /^[\w-]{52}$/;

/**
 * The token of a mailed link: 256 bits derived from our secret, so that a rewritten mail has the same link and the database does not
 * contain it.
 */
export const tokenOf = ({ secrets }: TokenDeps, id: string): string =>
  secrets.sign('account token', id) + secrets.sign('account token, second half', id);

/** SHA-256 of a token; undefined for a malformed one. */
export const tokenHash = (token: string): Buffer | undefined =>
  TOKEN.test(token) ? createHash('sha256').update(token).digest() : undefined;
