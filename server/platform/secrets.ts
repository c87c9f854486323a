import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * Keys derived from SECRET_KEY, one per purpose (HKDF): a value is invalid for another purpose. Values name their key: previous secrets
 * still open old ones.
 */
export interface Secrets {
  /** AES-256-GCM; the result contains the key's id, nonce and tag. */
  seal(text: string): Buffer;
  /** Throws when the ciphertext was changed or its key is unknown. */
  unseal(sealed: Buffer): string;
  /** Whether the newest key sealed it; anything else should be resealed. */
  isSealedByNewest(sealed: Buffer): boolean;
  /** Keyed hash for equality search over sealed values; recomputed when they are resealed. */
  fingerprint(text: string): Buffer;
  /** URL-safe MAC of a text for one purpose, 128 bits, with its key's id (26 characters). */
  sign(purpose: string, text: string): string;
  /** Constant-time check of `sign` with any known key. Each key has exactly one valid signature per text. */
  verify(purpose: string, text: string, signature: string): boolean;
  /** Ed25519 key of one purpose, from the newest key: signatures that others check with its public part. */
  signingKey(purpose: string): KeyObject;
  /**
   * Like `verify`, but also accepts signatures of an earlier release without a key id. For values valid for months, never for single-use
   * ones.
   */
  verifyLongLived(purpose: string, text: string, signature: string): boolean;
}

/** First byte of sealed values with a key id; older values start with their nonce. */
const FORMAT = 1;
const ID_BYTES = 3;
const ID_CHARS = 4;
const MAC_CHARS = 22;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MIN_BYTES = NONCE_BYTES + TAG_BYTES;

/** Keys are objects, because a plain buffer would be imported for every call, at four times the cost. */
interface Key {
  readonly id: Buffer;
  readonly idText: string;
  readonly seal: KeyObject;
  readonly fingerprint: KeyObject;
  readonly sign: KeyObject;
  readonly ed25519: (purpose: string) => KeyObject;
}

/** PKCS #8 of an Ed25519 key (RFC 8410) up to its 32 bytes. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

function keyOf(secret: string): Key {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'razmen', purpose, 32));
  const deriveKey = (purpose: string) => createSecretKey(derive(purpose));
  const id = derive('key id').subarray(0, ID_BYTES);
  return {
    id,
    idText: id.toString('base64url'),
    seal: deriveKey('seal'),
    fingerprint: deriveKey('fingerprint'),
    sign: deriveKey('sign'),
    ed25519: (purpose) =>
      createPrivateKey({ key: Buffer.concat([ED25519_HEAD, derive(`ed25519 ${purpose}`)]), format: 'der', type: 'pkcs8' }),
  };
}

function openWith(key: Key, sealed: Buffer): string {
  if (sealed.length < MIN_BYTES) throw new Error('What is to be unsealed is too short');
  const decipher = createDecipheriv('aes-256-gcm', key.seal, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, MIN_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(MIN_BYTES)), decipher.final()]).toString('utf8');
}

const macOf = (key: Key, purpose: string, text: string): string =>
  createHmac('sha256', key.sign).update(`${purpose}\0${text}`).digest().subarray(0, 16).toString('base64url');

const isEqual = (expected: string, actual: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Whether a sealed value starts with the format byte and the id of this key. */
const isSealedBy = (key: Key, sealed: Buffer): boolean => sealed[0] === FORMAT && sealed.subarray(1, 1 + ID_BYTES).equals(key.id);

/** Secrets of the newest key and the previous ones, newest first. */
export function createSecrets(secret: string, previous: readonly string[] = []): Secrets {
  const newest = keyOf(secret);
  const keys = [newest, ...previous.filter((previousSecret) => previousSecret !== secret).map(keyOf)];

  /** Values of an earlier release name no key: all are tried. */
  function openWithoutId(sealed: Buffer): string {
    for (const key of keys) {
      try {
        return openWith(key, sealed);
      } catch {
        // Sealed by another key
      }
    }
    throw new Error('No key of the ring opens this');
  }

  function verify(purpose: string, text: string, signature: string): boolean {
    const key = keys.find(({ idText }) => signature.startsWith(idText));
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
      const namedKey = keys.find((key) => isSealedBy(key, sealed));
      if (namedKey === undefined) return openWithoutId(sealed);
      try {
        return openWith(namedKey, sealed.subarray(1 + ID_BYTES));
      } catch {
        // The nonce of an older value may begin like this id
        return openWithoutId(sealed);
      }
    },
    isSealedByNewest: (sealed) => isSealedBy(newest, sealed),
    fingerprint: (text) => createHmac('sha256', newest.fingerprint).update(text).digest(),
    sign: (purpose, text) => newest.idText + macOf(newest, purpose, text),
    verify,
    signingKey: (purpose) => newest.ed25519(purpose),
    verifyLongLived: (purpose, text, signature) =>
      signature.length === MAC_CHARS ? keys.some((key) => isEqual(macOf(key, purpose, text), signature)) : verify(purpose, text, signature),
  };
}
