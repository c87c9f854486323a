import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * Everything derived from SECRET_KEY. One key per purpose (HKDF), so that no value of one purpose works as another. What is sealed
 * or signed says by which key: a new secret makes all that is new, the previous ones still open what was made before.
 */
export interface Secrets {
  /** AES-256-GCM; the result carries the key's id, its nonce and tag. */
  seal(text: string): Buffer;
  /** Throws when the ciphertext was changed, or its key is not in the ring. */
  unseal(sealed: Buffer): string;
  /** Whether it was sealed by the newest key: anything else is to be sealed anew. */
  isSealedByNewest(sealed: Buffer): boolean;
  /** Keyed hash for equality search over what is stored sealed; made anew together with it. */
  fingerprint(text: string): Buffer;
  /** URL-safe MAC of a text for one purpose, 128 bits, with its key's id (26 characters). */
  sign(purpose: string, text: string): string;
  /** Constant-time check of `sign`, by any key of the ring. One text has one signature by each key: nothing else is accepted. */
  verify(purpose: string, text: string, signature: string): boolean;
  /** The same for what lives for months: also without its key's id, as an earlier release wrote it. Never where something is used once. */
  verifyKept(purpose: string, text: string, signature: string): boolean;
}

/** First byte of what carries a key id; what was sealed before there were ids begins with its nonce. */
const FORMAT = 1;
const ID_BYTES = 3;
const ID_CHARS = 4;
const MAC_CHARS = 22;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LEAST_BYTES = NONCE_BYTES + TAG_BYTES;

interface Key {
  readonly id: Buffer;
  readonly idText: string;
  readonly seal: Buffer;
  readonly fingerprint: Buffer;
  readonly sign: KeyObject;
}

function keyOf(secret: string): Key {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'razmen', purpose, 32));
  const id = derive('key id').subarray(0, ID_BYTES);
  return {
    id,
    idText: id.toString('base64url'),
    seal: derive('seal'),
    fingerprint: derive('fingerprint'),
    // A key object is made once; from a plain buffer every signature would make it anew, at four times the cost.
    sign: createSecretKey(derive('sign')),
  };
}

function open(key: Key, sealed: Buffer): string {
  if (sealed.length < LEAST_BYTES) throw new Error('What is to be unsealed is too short');
  const decipher = createDecipheriv('aes-256-gcm', key.seal, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, LEAST_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(LEAST_BYTES)), decipher.final()]).toString('utf8');
}

const macOf = (key: Key, purpose: string, text: string): string =>
  createHmac('sha256', key.sign).update(`${purpose}\0${text}`).digest().subarray(0, 16).toString('base64url');

const isEqual = (expected: string, given: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Whether it begins with the mark and the id of this key. */
const names = (key: Key, sealed: Buffer): boolean => sealed[0] === FORMAT && sealed.subarray(1, 1 + ID_BYTES).equals(key.id);

/** The keys of a secret and of those before it, newest first. */
export function createSecrets(secret: string, previous: readonly string[] = []): Secrets {
  const newest = keyOf(secret);
  const ring = [newest, ...previous.filter((one) => one !== secret).map(keyOf)];

  /** What an earlier release sealed says nothing of its key: each is tried. */
  function openWithoutId(sealed: Buffer): string {
    for (const key of ring) {
      try {
        return open(key, sealed);
      } catch {
        // Not by this key
      }
    }
    throw new Error('No key of the ring opens this');
  }

  function verify(purpose: string, text: string, signature: string): boolean {
    const key = ring.find(({ idText }) => signature.startsWith(idText));
    return key !== undefined && isEqual(macOf(key, purpose, text), signature.slice(ID_CHARS));
  }

  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest.seal, nonce, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(FORMAT), newest.id, nonce, cipher.getAuthTag(), body]);
    },
    unseal(sealed) {
      const named = ring.find((key) => names(key, sealed));
      if (named === undefined) return openWithoutId(sealed);
      try {
        return open(named, sealed.subarray(1 + ID_BYTES));
      } catch {
        // A nonce of an earlier release that happens to begin like this id
        return openWithoutId(sealed);
      }
    },
    isSealedByNewest: (sealed) => names(newest, sealed),
    fingerprint: (text) => createHmac('sha256', newest.fingerprint).update(text).digest(),
    sign: (purpose, text) => newest.idText + macOf(newest, purpose, text),
    verify,
    verifyKept: (purpose, text, signature) =>
      signature.length === MAC_CHARS ? ring.some((key) => isEqual(macOf(key, purpose, text), signature)) : verify(purpose, text, signature),
  };
}
