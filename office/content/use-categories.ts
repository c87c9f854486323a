import { useQuery } from '@tanstack/react-query';
import { type OfficeCategoryAttributes, officeListContentCategories } from '#contract/office/content/content-parts.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';

export interface Category extends OfficeCategoryAttributes {
  readonly id: string;
}

const NONE: readonly Category[] = [];

/** Categories in their order; none while loading. */
export function useCategories(): readonly Category[] {
  const api = useApi();
  const categories = useQuery({
    queryKey: keys.contentCategories(),
    queryFn: async ({ signal }) =>
      (await api(officeListContentCategories, { signal })).data.map(({ id, attributes }): Category => ({ id, ...attributes })),
  });
  return categories.data ?? NONE;
}
