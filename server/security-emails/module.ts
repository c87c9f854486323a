import type { Module } from '#server/module.ts';
import { SECURITY_EMAIL, securityEmails } from './security-emails.ts';

export const securityEmailsModule: Module = {
  name: 'security-emails',
  emails: (deps) => ({ [SECURITY_EMAIL]: securityEmails(deps) }),
};
