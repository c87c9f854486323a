import type { Module } from '#server/module.ts';

export const leasesModule: Module = {
  name: 'leases',
  tables: ['leases'],
};
