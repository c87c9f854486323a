import type { Module } from '#server/module.ts';
import { ERASURE_LETTER, erasureLetters } from './erasure-letter.ts';
import { personalDataJobs } from './jobs.ts';
import { personalDataRoutes } from './routes.ts';

export const personalDataModule: Module = {
  name: 'personal-data',
  tables: ['data_exports', 'erasures'],
  routes: personalDataRoutes,
  jobs: personalDataJobs,
  letters: (deps) => ({ [ERASURE_LETTER]: erasureLetters(deps) }),
};
