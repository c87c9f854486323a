import * as z from 'zod/mini';
import type { Locale } from '#core/locale.ts';
import { MAIL_CHOICES, type MailChoice } from '#core/mail/order-mails.ts';
import type { Deps } from '#server/deps.ts';

/** The page behind the unsubscribe link; a POST to it unsubscribes at once (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/mail/off';

const TokenPayload = z.object({ off: z.enum(MAIL_CHOICES), to: z.string() });

export interface UnsubscribeLink {
  readonly recipient: string;
  readonly choice: MailChoice;
}

/** The encrypted token of the link: no log contains the address, and it changes only this choice. */
export const unsubscribeTokenOf = ({ secrets }: Pick<Deps, 'secrets'>, { recipient, choice }: UnsubscribeLink): string =>
  secrets.seal(JSON.stringify({ off: choice, to: recipient.toLowerCase() })).toString('base64url');

export const unsubscribeUrlOf = (deps: Pick<Deps, 'secrets' | 'settings'>, link: UnsubscribeLink & { readonly locale: Locale }): string =>
  `${deps.settings.publicUrl}${link.locale === 'en' ? '/en' : ''}${UNSUBSCRIBE_PATH}?t=${unsubscribeTokenOf(deps, link)}`;

/** The content of a token; undefined for a foreign one. */
export function readUnsubscribeToken({ secrets }: Pick<Deps, 'secrets'>, token: string): UnsubscribeLink | undefined {
  try {
    const { off, to } = TokenPayload.parse(JSON.parse(secrets.unseal(Buffer.from(token, 'base64url'))));
    return { choice: off, recipient: to };
  } catch {
    // A foreign token, or its key was removed
    return undefined;
  }
}
