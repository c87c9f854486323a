import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Claims added to or changed in the ID token of a code. */
export type Claims = Readonly<Record<string, unknown>>;

/** How an ID token's signature is wrong: another key, unsigned, or altered after signing. */
export type Forgery = 'other_key' | 'unsigned' | 'altered';

interface IssuedCode {
  readonly forgery: Forgery | undefined;
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly claims: Claims;
}

/** A test-controlled OpenID provider: issues codes with correct or wrong tokens, accepts each code once and checks PKCE. */
export async function startOpenIdStandIn(clientId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  const codes = new Map<string, IssuedCode>();
  const requests = { token: 0, discovery: 0 };
  let issuer = '';

  const tokenOf = ({ nonce, claims, forgery }: IssuedCode): string => {
    const at = Math.floor(Date.now() / 1000);
    const payload = { iss: issuer, aud: clientId, iat: at, exp: at + 300, ...(nonce === null ? {} : { nonce }), ...claims };
    const text = `${encode({ alg: 'RS256', kid })}.${encode(payload)}`;
    if (forgery === 'unsigned') return `${encode({ alg: 'none' })}.${encode(payload)}.`;
    const signature = sign('sha256', Buffer.from(text), forgery === 'other_key' ? stranger.privateKey : privateKey).toString('base64url');
    if (forgery !== 'altered') return `${text}.${signature}`;
    return `${encode({ alg: 'RS256', kid })}.${encode({ ...payload, sub: 'somebody else' })}.${signature}`;
  };

  function exchange(body: URLSearchParams): object | undefined {
    requests.token += 1;
    const issued = codes.get(body.get('code') ?? '');
    codes.delete(body.get('code') ?? '');
    const verifier = body.get('code_verifier') ?? '';
    const hash = createHash('sha256').update(verifier).digest('base64url');
    if (issued === undefined || issued.challenge !== hash) return undefined;
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: tokenOf(issued) };
  }

  const server = http.createServer((request, reply) => {
    const answer = (status: number, body: object) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { pathname } = new URL(request.url ?? '/', 'http://stand-in');
    if (pathname === '/.well-known/openid-configuration') {
      requests.discovery += 1;
      return answer(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        authorization_response_iss_parameter_supported: true,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
    if (pathname === '/jwks') return answer(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] });
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const given = pathname === '/token' ? exchange(new URLSearchParams(text)) : undefined;
      return given === undefined ? answer(400, { error: 'invalid_grant' }) : answer(200, given);
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    requests,
    /** A code for this authorization URL, and the query of the callback. */
    approve(authorizeUrl: string, claims: Claims, forgery?: Forgery): string {
      const sent = new URL(authorizeUrl).searchParams;
      const code = randomUUID();
      codes.set(code, { nonce: sent.get('nonce'), challenge: sent.get('code_challenge'), claims, forgery });
      return new URLSearchParams({ code, state: sent.get('state') ?? '', iss: issuer }).toString();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type OpenIdStandIn = Awaited<ReturnType<typeof startOpenIdStandIn>>;
