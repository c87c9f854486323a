import type { Module } from '#server/module.ts';

export const usersModule: Module = {
  name: 'users',
  tables: ['user_identities', 'users'],
};
