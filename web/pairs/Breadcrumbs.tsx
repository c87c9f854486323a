import { Link, useRouteLoaderData } from 'react-router';
import { LinkedData } from '#web/head/LinkedData.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { loader as rootLoader } from '#web/root.tsx';

/** Breadcrumbs of a payment system's page, also as schema.org data. */
export function Breadcrumbs({ name }: { readonly name: string }) {
  const { t, to } = useTranslation();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const directory = { name: t('pairs.directions.title'), path: to('/directions') };
  const list = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: directory.name, item: `${site?.publicUrl ?? ''}${directory.path}` },
      { '@type': 'ListItem', position: 2, name },
    ],
  };
  return (
    <>
      <LinkedData value={list} />
      <p className="mb-2">
        <Link className="link inline-grid min-h-11 items-center" to={directory.path}>
          {directory.name}
        </Link>
      </p>
    </>
  );
}
