/** A token for `captcha_token` and how long it is valid; or the message of the server why there is none. */
export type Proof =
  | { readonly ok: true; readonly token: string; readonly validMs: number }
  | { readonly ok: false; readonly message: string | null };

export const NO_PROOF: Proof = { ok: false, message: null };
