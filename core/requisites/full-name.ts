/** Spec 5: "Name should not contain more than 64 characters", nor less than 8. */
export const MIN_NAME = 8;
export const MAX_NAME = 64;
const NAME = /^[\p{L}\p{M}]+(?:[ '\u2019-]+[\p{L}\p{M}]+)*['\u2019]?$/u;

/** A name with single spaces and composed letters. */
export const normaliseName = (text: string): string => text.trim().normalize('NFC').replace(/\s+/g, ' ');

/** Whether a normalised name has only letters, spaces, hyphens and apostrophes; its length is checked elsewhere. */
export const isName = (name: string): boolean => NAME.test(name);
