import type { Module } from '#server/module.ts';
import { MAIL_CHECK, mailCheckLetterKind } from './mail-check.ts';
import { officeOpeningRoutes } from './office-routes.ts';

export const openingModule: Module = {
  name: 'opening',
  tables: ['mail_checks'],
  routes: officeOpeningRoutes,
  letters: (deps) => ({ [MAIL_CHECK]: mailCheckLetterKind(deps) }),
};
