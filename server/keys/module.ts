import type { Module } from '#server/module.ts';

export const keysModule: Module = { name: 'keys' };
