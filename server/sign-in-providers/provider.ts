/** A configured OpenID provider. */
export interface ProviderSettings {
  /** Used in URLs: `/auth/<id>`. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client, which is protected by PKCE only. */
  readonly clientSecret: string | undefined;
  readonly scope: string;
  /** The provider's "verified" is trusted only if it hosts the mailboxes or verifies them itself. */
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
  /** When the user last authenticated at the provider, in Unix seconds. Null if it is not stated. */
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
  /** Starts an authorization, if required with a new authentication there. Undefined if the provider does not answer. */
  begin(purpose: { readonly requiresReauthentication: boolean }): Promise<AuthorizationRequest | undefined>;
  /** Checks the parameters of the callback and returns the claims. Undefined if a response is invalid or missing. */
  finish(query: string, expected: CallbackSecrets): Promise<ProviderClaims | undefined>;
}

/** Why an attempt failed. Pages have a message for each. */
export const PROBLEMS = [
  /** The attempt is expired, used or of another browser. */
  'over',
  'cancelled',
  /** An invalid response, or no response from the provider. */
  'failed',
  'away',
  /** Linked to another account. */
  'taken',
  /** The account has another identity of this provider. */
  'has_one',
  /** The e-mail has an account: its owner must sign in and link the provider. */
  'link_first',
  'no_email',
  'kept_out',
  /** The identity of another user. */
  'not_him',
] as const;
export type Problem = (typeof PROBLEMS)[number];
