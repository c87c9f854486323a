/** Another house whose accounts sign in here, as the owner has configured it. */
export interface ProviderSettings {
  /** In addresses: `/auth/<id>`. */
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  readonly scope: string;
  /** Whether its word that an e-mail is verified counts as proof: only where it gives out mailboxes or proves them itself. */
  readonly isEmailTrusted: boolean;
  /** It answers by a form that the browser posts, as Apple does once it is asked for an e-mail. */
  readonly answersByForm: boolean;
}

/** What somebody comes back from a provider with. */
export interface ProviderClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** The provider's own word. */
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  /** Seconds: when he last gave the provider his password there; null: it does not say. */
  readonly authTime: number | null;
}

/** Where somebody is sent, and what has to come back with him. */
export interface Errand {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A provider that can be talked to. */
export interface Provider {
  readonly settings: ProviderSettings;
  /** Undefined when the other house does not answer. `again`: its password is to be asked there anew. */
  begin(purpose: { readonly again: boolean }): Promise<Errand | undefined>;
  /** Undefined when what came back is not what was awaited, or the other house does not answer. */
  finish(query: string, awaited: Expected): Promise<ProviderClaims | undefined>;
}
