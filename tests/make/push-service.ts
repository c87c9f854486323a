import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from 'node:crypto';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Pushed {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As the browser reads it. */
  readonly message: Readonly<Record<string, string>>;
}

export interface PushStandIn {
  /** `host:port`, for `WEBHOOK_HOSTS`. */
  readonly host: string;
  /** What a browser would hand over. */
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
  readonly pushed: Pushed[];
  /** Status of the next answers, then 201. */
  readonly answers: { readonly status: number; readonly retryAfter?: string }[];
  close(): Promise<void>;
}

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]): Buffer => {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
};

/** RFC 8188 and RFC 8291 from the browser's side, written by the documents and not by the library that seals. */
function open(body: Buffer, own: { readonly ecdh: ReturnType<typeof createECDH>; readonly auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const server = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const keyed = hmac(own.auth, own.ecdh.computeSecret(server));
  const ikm = hmac(keyed, 'WebPush: info\0', own.ecdh.getPublicKey(), server, '\u0001');
  const prk = hmac(salt, ikm);
  const key = hmac(prk, 'Content-Encoding: aes128gcm\0', '\u0001').subarray(0, 16);
  const nonce = hmac(prk, 'Content-Encoding: nonce\0', '\u0001').subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

/** Whether the message says whose it is, as RFC 8292 asks; gives what it says. */
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

/** A push service of this machine with one browser behind it: it takes messages as RFC 8030 has it and opens them as the browser does. */
export async function startPushService(): Promise<PushStandIn> {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = Buffer.from('0123456789abcdef');
  const pushed: Pushed[] = [];
  const answers: { status: number; retryAfter?: string }[] = [];
  const server = http.createServer((request, reply) => {
    void buffer(request).then((body) => {
      const { status, retryAfter } = answers.shift() ?? { status: 201 };
      const message = JSON.parse(open(body, { ecdh, auth })) as Record<string, string>;
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
