import type { Module } from '#server/module.ts';
import { newsFeeds } from './feed.ts';
import { contentImageFiles, contentJobs } from './images.ts';
import { contentRoutes } from './routes.ts';

export const contentModule: Module = {
  name: 'content',
  tables: [
    'content_addresses',
    'content_categories',
    'content_images',
    'content_items',
    'content_publications',
    'content_state',
    'content_versions',
  ],
  routes: contentRoutes,
  plugins: (deps) => [newsFeeds(deps), contentImageFiles(deps)],
  jobs: contentJobs,
};
