import * as z from 'zod/mini';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';

const TokenPayload = z.object({ reserve_request: z.uuid() });

/** The page where a customer cancels a request from its mail; GET changes nothing. */
const PATH = '/reserve-request/cancel';

/** The cancellation link with an encrypted token. */
export const requestLinkOf = (
  { secrets, settings }: Pick<Deps, 'secrets' | 'settings'>,
  { id, locale }: { readonly id: string; readonly locale: Locale },
): string => {
  const token = secrets.seal(JSON.stringify({ reserve_request: id })).toString('base64url');
  return `${settings.publicUrl}${locale === 'en' ? '/en' : ''}${PATH}?t=${token}`;
};

/** The request of a token; undefined for a foreign one. */
export function readRequestToken({ secrets }: Pick<Deps, 'secrets'>, token: string): string | undefined {
  try {
    return TokenPayload.parse(JSON.parse(secrets.unseal(Buffer.from(token, 'base64url')))).reserve_request;
  } catch {
    // A foreign token, or its key was removed
    return undefined;
  }
}
