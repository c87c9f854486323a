/** A configured OpenID provider. */
export interface ProviderSettings {
  /** Used in URLs: `/auth/<id>`. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: a public client, protected by PKCE only. */
  readonly clientSecret: string | undefined;
  readonly scope: string;
  /** Whether the provider's "verified" counts: only if it hosts mailboxes or verifies them itself. */
  readonly isEmailTrusted: boolean;
  /** Responds with a posted form (`form_post`), as Apple does when asked for an e-mail. */
  readonly usesFormPost: boolean;
}

/** Claims of a signed-in user. */
export interface ProviderClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** As the provider states it. */
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  /** When the user last authenticated at the provider, Unix seconds; null: not stated. */
  readonly authTime: number | null;
}

/** The authorization URL, and the secrets to verify the callback with. */
export interface AuthorizationRequest {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface CallbackSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Provider {
  readonly settings: ProviderSettings;
  /** Undefined when the provider does not answer. `again`: requires a new authentication there. */
  begin(purpose: { readonly requiresReauthentication: boolean }): Promise<AuthorizationRequest | undefined>;
  /** Undefined for an invalid response, or none. */
  finish(query: string, expected: CallbackSecrets): Promise<ProviderClaims | undefined>;
}
