import * as client from 'openid-client';
import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { callOutside } from '#server/platform/outbound.ts';
import type { AuthorizationRequest, Provider, ProviderClaims, ProviderSettings } from './provider.ts';

/** Per call; a user is waiting. */
const DEADLINE_MS = 5 * SECOND_MS;
/** Metadata and keys are small. */
const MAX_BYTES = 256 * 1024;
/** How long a provider's metadata is cached. */
const METADATA_TTL_MS = HOUR_MS;
/** Tolerated clock difference, seconds. */
const CLOCK_TOLERANCE_SECONDS = 30;

type OpenIdDeps = Pick<Deps, 'clock' | 'log' | 'settings'>;

/** The library's HTTP calls: with our deadline and size limit, no redirects. */
const fetchOutside: client.CustomFetch = async (url, { method, headers, body }) => {
  const response = await callOutside({
    url,
    method: method === 'POST' ? 'POST' : 'GET',
    headers: { ...headers },
    ...(body instanceof URLSearchParams || typeof body === 'string' ? { body: body.toString() } : {}),
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_BYTES,
  });
  return new Response(response.status === 204 || response.status === 304 ? null : new Uint8Array(response.bytes), {
    status: response.status,
    headers: response.headers,
  });
};

const isLoopback = (address: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);

async function discover({ settings: { mode } }: OpenIdDeps, settings: ProviderSettings): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const auth = clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret);
  // The signature of an ID token is checked against the provider's keys, not only taken from a TLS connection (OpenID Core 3.1.3.7)
  const execute = [client.enableNonRepudiationChecks];
  // Plain http only for a local provider in demo mode
  if (mode === 'demo' && isLoopback(issuer)) execute.push(client.allowInsecureRequests);
  const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  return client.discovery(new URL(issuer), clientId, metadata, auth, { [client.customFetch]: fetchOutside, execute });
}

/** A provider's metadata, cached for an hour; failures are not cached. */
function cachedDiscovery(deps: OpenIdDeps, settings: ProviderSettings): () => Promise<client.Configuration> {
  let cached: { readonly configuration: Promise<client.Configuration>; readonly until: number } | undefined;
  return () => {
    const now = deps.clock.now();
    if (cached !== undefined && now < cached.until) return cached.configuration;
    const configuration = discover(deps, settings);
    const entry = { configuration, until: now + METADATA_TTL_MS };
    cached = entry;
    configuration.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return configuration;
  };
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

async function claimsOf(configuration: client.Configuration, tokens: Tokens) {
  const idClaims = tokens.claims();
  if (idClaims === undefined) return undefined;
  const needsUserInfo = idClaims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  // The library compares its subject with the ID token's
  const userInfo = needsUserInfo ? await client.fetchUserInfo(configuration, tokens.access_token, idClaims.sub) : {};
  const allClaims: Readonly<Record<string, unknown>> = { ...userInfo, ...idClaims };
  const claims: ProviderClaims = {
    issuer: idClaims.iss,
    subject: idClaims.sub,
    email: textOf(allClaims['email']),
    isEmailVerified: allClaims['email_verified'] === true || allClaims['email_verified'] === 'true',
    name: textOf(allClaims['name']),
    authTime: typeof idClaims.auth_time === 'number' ? idClaims.auth_time : null,
  };
  return claims;
}

/** An OpenID Connect provider: authorization code with PKCE, state and nonce. Errors are logged without the response's content. */
export function openIdProvider(deps: OpenIdDeps, settings: ProviderSettings): Provider {
  const configurationOf = cachedDiscovery(deps, settings);
  const redirectUri = `${deps.settings.publicUrl}/auth/${settings.id}/callback`;
  const logFailure = (error: unknown, step: string): undefined => {
    const code = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
    deps.log.warn({ provider: settings.id, step, reason: code.slice(0, 200) }, 'sign_in_provider_failed');
    return undefined;
  };
  return {
    settings,
    async begin({ requiresReauthentication }) {
      try {
        const configuration = await configurationOf();
        const secrets = { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: settings.scope,
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
          ...(requiresReauthentication ? { max_age: '0' } : {}),
          ...(settings.usesFormPost ? { response_mode: 'form_post' } : {}),
        });
        return { ...secrets, url: url.href } satisfies AuthorizationRequest;
      } catch (error) {
        return logFailure(error, 'begin');
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
        return logFailure(error, 'finish');
      }
    },
  };
}
