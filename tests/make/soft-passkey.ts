import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();
const url = (bytes: Buffer): string => bytes.toString('base64url');

/** CBOR of a small map, enough for an attestation without a statement. */
const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.of((major << 5) | length)
    : length < 256
      ? Buffer.of((major << 5) | 24, length)
      : Buffer.of((major << 5) | 25, length >> 8, length & 255);
const bytesOf = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const textOf = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const intOf = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));

export interface SignOptions {
  readonly isVerified?: boolean;
  readonly origin?: string;
  /** The owner named by the response. */
  readonly owner?: string;
  readonly counter?: number;
}

/** A simulated passkey: an ES256 key that answers challenges like a browser, honestly or not. */
export function softPasskey(browserOrigin: string, ownerId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(isVerified: boolean, count: number, credential?: Buffer): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (credential === undefined ? 0 : 0x40);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(new URL(browserOrigin).hostname), Buffer.of(flags), counted, credential ?? Buffer.alloc(0)]);
  }

  const cose = Buffer.concat([
    head(5, 5),
    Buffer.concat([intOf(1), intOf(2), intOf(3), intOf(-7), intOf(-1), intOf(1)]),
    Buffer.concat([intOf(-2), bytesOf(Buffer.from(x, 'base64url')), intOf(-3), bytesOf(Buffer.from(y, 'base64url'))]),
  ]);

  return {
    id: url(id),
    register(challenge: string) {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cose]);
      const data = authenticatorData(true, counter, credential);
      const attestation = Buffer.concat([
        head(5, 3),
        Buffer.concat([textOf('fmt'), textOf('none'), textOf('attStmt'), head(5, 0), textOf('authData'), bytesOf(data)]),
      ]);
      return {
        id: url(id),
        rawId: url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: url(clientData('webauthn.create', challenge, browserOrigin)),
          attestationObject: url(attestation),
          transports: ['internal'],
        },
      };
    },
    sign(challenge: string, { isVerified = true, origin = browserOrigin, owner = ownerId, counter: count = ++counter }: SignOptions = {}) {
      const client = clientData('webauthn.get', challenge, origin);
      const data = authenticatorData(isVerified, count);
      return {
        id: url(id),
        rawId: url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: url(client),
          authenticatorData: url(data),
          signature: url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle: url(Buffer.from(owner)),
        },
      };
    },
  };
}
