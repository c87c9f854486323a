import type { Deps } from '#server/deps.ts';
import { type Letter, letterHtml, letterText } from './letter.ts';

/** A rendered mail. */
export interface LetterText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export const renderLetter = (letter: Letter): LetterText => ({
  subject: letter.subject,
  text: letterText(letter),
  html: letterHtml(letter),
});

/** Encrypts a mail for the database: it contains the secret link and requisites. */
export const sealLetter = ({ secrets }: Pick<Deps, 'secrets'>, letter: LetterText): Buffer => secrets.seal(JSON.stringify(letter));

export const unsealLetter = ({ secrets }: Pick<Deps, 'secrets'>, sealed: Buffer): LetterText =>
  JSON.parse(secrets.unseal(sealed)) as LetterText;
