const KEPT_SECONDS = 60 * 60 * 24 * 60;

/** Cookie that opens one order to the guest who made it; the API reads it where no header can be sent (live stream, receipt). */
export function orderKeyCookie({ id, key, publicUrl }: { readonly id: string; readonly key: string; readonly publicUrl: string }): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `order_token_${id}=${encodeURIComponent(key)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${KEPT_SECONDS}${secure}`;
}

/** Public ids and keys are written with these signs only; anything else is not ours and gets no cookie. */
export const isKeyText = (text: string): boolean => /^[\w-]{1,200}$/.test(text);
