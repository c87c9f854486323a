import type { Module } from '#server/module.ts';
import { MAIL_CHECK, mailCheckEmailKind } from './mail-check.ts';
import { officeOpeningRoutes } from './office-routes.ts';

export const openingModule: Module = {
  name: 'opening',
  tables: ['mail_checks'],
  routes: officeOpeningRoutes,
  emails: (deps) => ({ [MAIL_CHECK]: mailCheckEmailKind(deps) }),
};
