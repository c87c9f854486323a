import * as client from 'openid-client';
import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { callOutside } from '#server/platform/outbound.ts';
import type { Errand, Provider, ProviderClaims, ProviderSettings } from './provider.ts';

/** For one call: whoever signs in waits for it. */
const DEADLINE_MS = 5 * SECOND_MS;
/** Metadata and keys are small. */
const MAX_BYTES = 256 * 1024;
/** How long what a provider says of itself is believed without asking. */
const DISCOVERED_MS = HOUR_MS;
/** Seconds that its clock may differ from ours. */
const TOLERANCE = 30;

type OpenIdDeps = Pick<Deps, 'clock' | 'log' | 'settings'>;

/** The library's calls go out by the one door: a deadline, a size, no redirects followed. */
const fetchOutside: client.CustomFetch = async (url, { method, headers, body }) => {
  const answer = await callOutside({
    url,
    method: method === 'POST' ? 'POST' : 'GET',
    headers: { ...headers },
    ...(body instanceof URLSearchParams || typeof body === 'string' ? { body: body.toString() } : {}),
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_BYTES,
  });
  return new Response(answer.status === 204 || answer.status === 304 ? null : new Uint8Array(answer.bytes), {
    status: answer.status,
    headers: answer.headers,
  });
};

const isLoopback = (address: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);

async function discover({ settings: { mode } }: OpenIdDeps, settings: ProviderSettings): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const auth = clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret);
  // The signature of an ID token is checked against the provider's keys, not only taken from a TLS connection (OpenID Core 3.1.3.7)
  const execute = [client.enableNonRepudiationChecks];
  // Without https only on one's own machine, in a demonstration
  if (mode === 'demo' && isLoopback(issuer)) execute.push(client.allowInsecureRequests);
  const metadata = { [client.clockTolerance]: TOLERANCE };
  return client.discovery(new URL(issuer), clientId, metadata, auth, { [client.customFetch]: fetchOutside, execute });
}

/** What a provider says of itself, asked for once an hour; a failure is not kept. */
function discovered(deps: OpenIdDeps, settings: ProviderSettings): () => Promise<client.Configuration> {
  let kept: { readonly configuration: Promise<client.Configuration>; readonly until: number } | undefined;
  return () => {
    const now = deps.clock.now();
    if (kept !== undefined && now < kept.until) return kept.configuration;
    const configuration = discover(deps, settings);
    const mine = { configuration, until: now + DISCOVERED_MS };
    kept = mine;
    configuration.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return configuration;
  };
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

async function claimsOf(configuration: client.Configuration, tokens: Tokens) {
  const own = tokens.claims();
  if (own === undefined) return undefined;
  const hasMore = own['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  // Its subject is compared with that of the signed token
  const more = hasMore ? await client.fetchUserInfo(configuration, tokens.access_token, own.sub) : {};
  const said: Readonly<Record<string, unknown>> = { ...more, ...own };
  const claims: ProviderClaims = {
    issuer: own.iss,
    subject: own.sub,
    email: textOf(said['email']),
    isEmailVerified: said['email_verified'] === true || said['email_verified'] === 'true',
    name: textOf(said['name']),
    authTime: typeof own.auth_time === 'number' ? own.auth_time : null,
  };
  return claims;
}

/** A provider that speaks OpenID Connect: authorization code with PKCE, state and nonce; what it tells the caller is logged without its content. */
export function openIdProvider(deps: OpenIdDeps, settings: ProviderSettings): Provider {
  const configurationOf = discovered(deps, settings);
  const redirectUri = `${deps.settings.publicUrl}/auth/${settings.id}/callback`;
  const failed = (error: unknown, step: string): undefined => {
    const code = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
    deps.log.warn({ provider: settings.id, step, reason: code.slice(0, 200) }, 'sign_in_provider_failed');
    return undefined;
  };
  return {
    settings,
    async begin({ again }) {
      try {
        const configuration = await configurationOf();
        const errand = { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: settings.scope,
          state: errand.state,
          nonce: errand.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(errand.verifier),
          code_challenge_method: 'S256',
          ...(again ? { max_age: '0' } : {}),
          ...(settings.answersByForm ? { response_mode: 'form_post' } : {}),
        });
        return { ...errand, url: url.href } satisfies Errand;
      } catch (error) {
        return failed(error, 'begin');
      }
    },
    async finish(query, { state, nonce, verifier }) {
      try {
        const configuration = await configurationOf();
        const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return await claimsOf(configuration, tokens);
      } catch (error) {
        return failed(error, 'finish');
      }
    },
  };
}
