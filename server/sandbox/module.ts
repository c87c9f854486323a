import type { Module } from '#server/module.ts';

export const sandboxModule: Module = { name: 'sandbox' };
