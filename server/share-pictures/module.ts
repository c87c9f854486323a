import type { Module } from '#server/module.ts';
import { shareFiles } from './share-files.ts';

export const sharePicturesModule: Module = {
  name: 'share-pictures',
  plugins: (deps) => [shareFiles({ ...deps, publicUrl: deps.settings.publicUrl })],
};
