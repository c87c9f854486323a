import * as z from 'zod/mini';
import type { Locale } from '#core/locale.ts';
import { MAIL_CHOICES, type MailChoice } from '#core/mail/choices.ts';
import type { Deps } from '#server/deps.ts';

/** Our page that the link of a letter leads to; a post to the same address switches off at once (RFC 8058). */
export const OFF_PATH = '/mail/off';

const Sealed = z.object({ off: z.enum(MAIL_CHOICES), to: z.string() });

export interface OffLink {
  readonly recipient: string;
  readonly choice: MailChoice;
}

/** The key in the link: sealed, so that no log and no history has the address; it opens this one choice and nothing else. */
export const offTokenOf = ({ secrets }: Pick<Deps, 'secrets'>, { recipient, choice }: OffLink): string =>
  secrets.seal(JSON.stringify({ off: choice, to: recipient.toLowerCase() })).toString('base64url');

export const offUrlOf = (deps: Pick<Deps, 'secrets' | 'settings'>, link: OffLink & { readonly locale: Locale }): string =>
  `${deps.settings.publicUrl}${link.locale === 'en' ? '/en' : ''}${OFF_PATH}?t=${offTokenOf(deps, link)}`;

/** What a link's key opens; undefined for what we did not make. */
export function readOffToken({ secrets }: Pick<Deps, 'secrets'>, token: string): OffLink | undefined {
  try {
    const { off, to } = Sealed.parse(JSON.parse(secrets.unseal(Buffer.from(token, 'base64url'))));
    return { choice: off, recipient: to };
  } catch {
    // Not ours, or of a key that is gone
    return undefined;
  }
}
