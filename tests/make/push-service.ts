import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from 'node:crypto';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The decrypted message. */
  readonly message: Readonly<Record<string, string>>;
}

export interface PushStandIn {
  /** `host:port`, for `WEBHOOK_HOSTS`. */
  readonly host: string;
  /** The subscription as a browser sends it. */
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
  readonly pushed: ReceivedPush[];
  /** Statuses of the next responses, then 201. */
  readonly answers: { readonly status: number; readonly retryAfter?: string }[];
  close(): Promise<void>;
}

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]): Buffer => {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
};

/** Decryption on the browser's side (RFC 8188, RFC 8291), written from the RFCs and not with the library under test. */
function decrypt(body: Buffer, browserKeys: { readonly ecdh: ReturnType<typeof createECDH>; readonly auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const server = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const keyed = hmac(browserKeys.auth, browserKeys.ecdh.computeSecret(server));
  const ikm = hmac(keyed, 'WebPush: info\0', browserKeys.ecdh.getPublicKey(), server, '\u0001');
  const prk = hmac(salt, ikm);
  const key = hmac(prk, 'Content-Encoding: aes128gcm\0', '\u0001').subarray(0, 16);
  const nonce = hmac(prk, 'Content-Encoding: nonce\0', '\u0001').subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

/** Verifies the VAPID header (RFC 8292); returns its claims. */
export function readVapid(authorization: string, publicKey: string): Record<string, unknown> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('another key');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const isTrue = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isTrue) throw new Error('signed by somebody else');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>;
}

/** A local push service with one browser: accepts messages as in RFC 8030 and decrypts them. */
export async function startPushService(): Promise<PushStandIn> {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = Buffer.from('0123456789abcdef');
  const pushed: ReceivedPush[] = [];
  const answers: { status: number; retryAfter?: string }[] = [];
  const server = http.createServer((request, reply) => {
    void buffer(request).then((body) => {
      const { status, retryAfter } = answers.shift() ?? { status: 201 };
      const message = JSON.parse(decrypt(body, { ecdh, auth })) as Record<string, string>;
      if (status === 201) pushed.push({ path: request.url ?? '', headers: request.headers, message });
      reply.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    subscription: {
      endpoint: `http://${host}/push/of-a-browser`,
      p256dh: ecdh.getPublicKey().toString('base64url'),
      auth: auth.toString('base64url'),
    },
    pushed,
    answers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
