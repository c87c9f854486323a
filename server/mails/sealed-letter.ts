import type { Deps } from '#server/deps.ts';
import { type Letter, letterHtml, letterText } from './letter.ts';

/** A letter as its reader sees it, and as it is kept. */
export interface LetterText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export const readable = (letter: Letter): LetterText => ({
  subject: letter.subject,
  text: letterText(letter),
  html: letterHtml(letter),
});

/** A letter as it lies in the database: it carries the secret link and the requisites, so nobody reads it there. */
export const sealLetter = ({ secrets }: Pick<Deps, 'secrets'>, letter: LetterText): Buffer => secrets.seal(JSON.stringify(letter));

export const unsealLetter = ({ secrets }: Pick<Deps, 'secrets'>, sealed: Buffer): LetterText =>
  JSON.parse(secrets.unseal(sealed)) as LetterText;
