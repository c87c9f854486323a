import { createHash } from 'node:crypto';

/** Name and password of an RPC, and the last challenge of its server. */
export interface Challenge {
  readonly realm: string;
  readonly nonce: string;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** The challenge in a `WWW-Authenticate` header; undefined if there is none of this kind (RFC 7616, MD5, quality `auth`). */
export function readChallenge(header: string | null): Challenge | undefined {
  // Several challenges are joined; they differ by algorithm alone
  const challenge = header?.split(/,\s*(?=Digest\s)/i).find((one) => /algorithm="?MD5"?(?:,|$)/i.test(one));
  const [realm, nonce] = ['realm', 'nonce'].map((name) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(challenge ?? '')?.[1]);
  return realm === undefined || nonce === undefined ? undefined : { realm, nonce };
}

interface DigestInput extends Challenge {
  readonly user: string;
  readonly password: string;
  readonly method: string;
  readonly path: string;
  /** How often the nonce was used, from 1. */
  readonly count: number;
  /** Random text of ours. */
  readonly cnonce: string;
}

/** The `Authorization` header of one request. */
export function digestHeader({ user, password, realm, nonce, method, path, count, cnonce }: DigestInput): string {
  const nc = count.toString(16).padStart(8, '0');
  const response = md5([md5(`${user}:${realm}:${password}`), nonce, nc, cnonce, 'auth', md5(`${method}:${path}`)].join(':'));
  const quoted = { username: user, realm, nonce, uri: path, cnonce, response };
  const fields = Object.entries(quoted).map(([name, value]) => `${name}="${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`);
  return `Digest ${[...fields, 'algorithm=MD5', 'qop=auth', `nc=${nc}`].join(', ')}`;
}
