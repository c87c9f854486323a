/** A token for `captcha_token` and how long it is good for; or why there is none, in words where the server has some. */
export type Proof =
  | { readonly ok: true; readonly token: string; readonly livesMs: number }
  | { readonly ok: false; readonly message: string | null };

export const NO_PROOF: Proof = { ok: false, message: null };
