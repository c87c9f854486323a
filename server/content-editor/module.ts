import { officeContentCategoryRoutes } from '#server/content/category-routes.ts';
import { officeContentImageRoutes } from '#server/content/images.ts';
import { officeContentRoutes } from '#server/content/office-routes.ts';
import type { Module } from '#server/module.ts';

/** Editing of pages, news and questions in the office. What is published stays without it. */
export const contentEditorModule: Module = {
  name: 'content-editor',
  routes: (deps) => [...officeContentRoutes(deps), ...officeContentCategoryRoutes(deps), ...officeContentImageRoutes(deps)],
};
