import type { Module } from '#server/module.ts';

export const secondFactorsModule: Module = {
  name: 'second-factors',
  tables: ['passkey_challenges', 'passkey_sign_ins', 'passkeys', 'recovery_codes', 'totp_factors'],
};
