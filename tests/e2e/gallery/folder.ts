import fs from 'node:fs';
import path from 'node:path';

/** Where pictures stand. Git knows nothing of it. */
export const GALLERY = path.resolve(import.meta.dirname, '../../../gallery');

/** The office's session of a run, made once: its screens are too many to sign in at each. */
export const OFFICE_SESSION = path.join(GALLERY, '.office-session.json');

const SUBJECTS = path.join(GALLERY, '.subjects.json');

/** Things that were furnished and have pages of their own, by name: the office's path of each. */
export const writeSubjects = (subjects: Readonly<Record<string, string>>): void => fs.writeFileSync(SUBJECTS, JSON.stringify(subjects));
export const readSubjects = (): Readonly<Record<string, string>> =>
  JSON.parse(fs.readFileSync(SUBJECTS, 'utf8')) as Readonly<Record<string, string>>;

export interface View {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** What a screen's pictures are called; the index reads the names again. */
export const pictureName = (screen: string, locale: string, { width, scheme }: View): string =>
  `${screen.replaceAll(/[^a-z0-9]+/gi, '-')}--${locale}-${scheme}-${width}.png`;

export const screenOf = (picture: string): { readonly screen: string; readonly view: string } => {
  const [screen = '', view = ''] = picture.replace(/\.png$/, '').split('--');
  return { screen, view };
};
