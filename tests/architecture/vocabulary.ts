import { codeOf } from './code.ts';

/** Types named after speech or perception: the name does not say what they hold. */
const TYPES = 'Asked Asker Begun Comer Deed Given Gone Heard Kept Known Met Said Seen Shown Told Tried Typed Wanted Wished Word';
/** Names of variables, parameters, functions and members that have a standard term (`words.md`). `purse` is a resource of the API and a column. */
const NAMES =
  'alike asked asker begun birth comer deed deeds fate goOnInLine heard holdLine isGrave isTold kept leadOn noun nouns orAway said sendLine told tried typed unshown waitInLine wakes wished whoever';
const BANNED = new Set(`${TYPES} ${NAMES}`.split(' '));
const PREFIXES = /^(?:MOST|LEAST)_/;

/** Words for people that a comment about programs and users does not need; `nobody` in backticks is the system's user. */
export const PRONOUNS = /\b(?:he|him|his|himself|whoever|somebody|everybody|anybody|(?<!`)nobody(?!`))\b/i;

export const isBannedName = (name: string): boolean => BANNED.has(name) || PREFIXES.test(name);

/** Banned names of a file, and pronouns in its comments and test titles, as `file:line name`. */
export function bannedIn(file: string): string[] {
  const { declarations, comments, titles } = codeOf(file);
  return [
    ...declarations.filter(({ name }) => isBannedName(name)).map(({ name, line }) => `${file}:${line} ${name}`),
    ...titles.filter(({ text }) => PRONOUNS.test(text)).map(({ text, line }) => `${file}:${line} '${text.slice(0, 100)}'`),
    ...comments.filter(({ text }) => PRONOUNS.test(text)).map(({ text, line }) => `${file}:${line} // ${text.slice(0, 100)}`),
  ];
}
