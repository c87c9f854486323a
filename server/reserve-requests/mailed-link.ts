import * as z from 'zod/mini';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';

const Sealed = z.object({ reserve_request: z.uuid() });

/** Our page that a letter leads to where somebody wants no more of it; reading it changes nothing. */
const PATH = '/reserve-request/cancel';

/** The key in the link: sealed, so that it cannot be made up. */
export const requestLinkOf = (
  { secrets, settings }: Pick<Deps, 'secrets' | 'settings'>,
  { id, locale }: { readonly id: string; readonly locale: Locale },
): string => {
  const token = secrets.seal(JSON.stringify({ reserve_request: id })).toString('base64url');
  return `${settings.publicUrl}${locale === 'en' ? '/en' : ''}${PATH}?t=${token}`;
};

/** Which request a link's key opens; undefined for what we did not make. */
export function readRequestToken({ secrets }: Pick<Deps, 'secrets'>, token: string): string | undefined {
  try {
    return Sealed.parse(JSON.parse(secrets.unseal(Buffer.from(token, 'base64url')))).reserve_request;
  } catch {
    // Not ours, or of a key that is gone
    return undefined;
  }
}
