import type { Module } from '#server/module.ts';

export const configModule: Module = { name: 'config' };
