import type { ProviderSettings } from '#server/sign-in-providers/provider.ts';

type Variables = Readonly<Record<string, string | undefined>>;
type Preset = Pick<ProviderSettings, 'name' | 'issuer' | 'scope' | 'isEmailTrusted' | 'usesFormPost'>;

const SCOPE = 'openid email profile';

/** Known providers: the owner configures only a client id and secret. */
const PRESETS: Readonly<Record<string, Preset>> = {
  google: { name: 'Google', issuer: 'https://accounts.google.com', scope: SCOPE, isEmailTrusted: true, usesFormPost: false },
  // The client secret is a token the owner signs and renews every six months
  apple: { name: 'Apple', issuer: 'https://appleid.apple.com', scope: 'openid email name', isEmailTrusted: true, usesFormPost: true },
  gitlab: { name: 'GitLab', issuer: 'https://gitlab.com', scope: SCOPE, isEmailTrusted: false, usesFormPost: false },
};

const NAME = /^[a-z][a-z\d-]{0,29}$/;
const isIssuer = (text: string, mode: string): boolean =>
  URL.canParse(text) && (new URL(text).protocol === 'https:' || (mode === 'demo' && new URL(text).protocol === 'http:'));

/** One provider from its variables `OIDC_<NAME>_...`; a text if one of them is wrong. */
function providerOf(id: string, variables: Variables, mode: string): ProviderSettings | string {
  const prefix = `OIDC_${id.toUpperCase().replaceAll('-', '_')}`;
  const read = (name: string): string | undefined => {
    const value = variables[`${prefix}_${name}`]?.trim();
    return value === '' ? undefined : value;
  };
  const preset = PRESETS[id];
  const issuer = read('ISSUER') ?? preset?.issuer;
  const clientId = read('CLIENT_ID');
  if (!NAME.test(id)) return `SIGN_IN_PROVIDERS must be a list of short names (a-z, 0-9, -)`;
  if (issuer === undefined || !isIssuer(issuer, mode)) return `${prefix}_ISSUER must be the https address of an OpenID issuer`;
  if (clientId === undefined) return `${prefix}_CLIENT_ID is required for the sign-in provider ${id}`;
  return {
    id,
    issuer,
    clientId,
    name: read('NAME') ?? preset?.name ?? id,
    clientSecret: read('CLIENT_SECRET'),
    scope: preset?.scope ?? SCOPE,
    isEmailTrusted: read('TRUST_EMAIL') === undefined ? (preset?.isEmailTrusted ?? false) : read('TRUST_EMAIL') === 'on',
    usesFormPost: preset?.usesFormPost ?? false,
  };
}

/** The configured sign-in providers, and all problems with their variables. */
export function readSignInProviders(ids: readonly string[], variables: Variables, mode: string) {
  const results = [...new Set(ids)].map((id) => providerOf(id, variables, mode));
  return {
    providers: results.filter((result) => typeof result !== 'string'),
    problems: results.filter((result) => typeof result === 'string'),
  };
}
