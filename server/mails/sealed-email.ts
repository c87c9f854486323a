import type { Deps } from '#server/deps.ts';
import { type Email, emailHtml, emailText } from './email.ts';

/** A rendered mail. */
export interface EmailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export const renderEmail = (email: Email): EmailText => ({
  subject: email.subject,
  text: emailText(email),
  html: emailHtml(email),
});

/** Encrypts a mail for the database: it contains the secret link and requisites. */
export const sealEmail = ({ secrets }: Pick<Deps, 'secrets'>, email: EmailText): Buffer => secrets.seal(JSON.stringify(email));

export const unsealEmail = ({ secrets }: Pick<Deps, 'secrets'>, sealed: Buffer): EmailText =>
  JSON.parse(secrets.unseal(sealed)) as EmailText;
