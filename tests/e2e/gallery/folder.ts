import fs from 'node:fs';
import path from 'node:path';

/** Folder of the pictures, ignored by git. */
export const GALLERY = path.resolve(import.meta.dirname, '../../../gallery');

/** The office session of a run, created once: signing in for every screen would take too long. */
export const OFFICE_SESSION = path.join(GALLERY, '.office-session.json');

const SUBJECTS = path.join(GALLERY, '.subjects.json');

/** Office paths of objects created for the gallery that have pages of their own, by name. */
export const writeSubjects = (subjects: Readonly<Record<string, string>>): void => fs.writeFileSync(SUBJECTS, JSON.stringify(subjects));
export const readSubjects = (): Readonly<Record<string, string>> =>
  JSON.parse(fs.readFileSync(SUBJECTS, 'utf8')) as Readonly<Record<string, string>>;

export interface View {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** File name of a screen's picture; the index parses it. */
export const pictureName = (screen: string, locale: string, { width, scheme }: View): string =>
  `${screen.replaceAll(/[^a-z0-9]+/gi, '-')}--${locale}-${scheme}-${width}.png`;

export const screenOf = (picture: string): { readonly screen: string; readonly view: string } => {
  const [screen = '', view = ''] = picture.replace(/\.png$/, '').split('--');
  return { screen, view };
};
