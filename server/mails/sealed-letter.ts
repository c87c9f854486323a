import type { Deps } from '#server/deps.ts';
import { type Letter, letterHtml, letterText } from './letter.ts';

/** What is kept of a letter: what its reader saw. */
export interface LetterText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A letter as it lies in the database: it carries the secret link and the requisites, so nobody reads it there. */
export const sealLetter = ({ secrets }: Pick<Deps, 'secrets'>, letter: Letter): Buffer =>
  secrets.seal(JSON.stringify({ subject: letter.subject, text: letterText(letter), html: letterHtml(letter) } satisfies LetterText));

export const unsealLetter = ({ secrets }: Pick<Deps, 'secrets'>, sealed: Buffer): LetterText =>
  JSON.parse(secrets.unseal(sealed)) as LetterText;
