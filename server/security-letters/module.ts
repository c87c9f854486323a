import type { Module } from '#server/module.ts';
import { SECURITY_LETTER, securityLetters } from './security-letters.ts';

export const securityLettersModule: Module = {
  name: 'security-letters',
  letters: (deps) => ({ [SECURITY_LETTER]: securityLetters(deps) }),
};
