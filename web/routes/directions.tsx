import { useLoaderData, type MetaFunction } from 'react-router';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { DirectionsScreen } from '#web/pairs/DirectionsScreen.tsx';
import { loadDirections } from '#web/pairs/load-directions.ts';

await loadMessages('pairs');

export const loader = loadDirections;
export const meta: MetaFunction = ({ location }) => {
  const t = translatorOf(localeOf(location.pathname));
  return pageMeta({ title: t('pairs.directions.page_title'), description: t('pairs.directions.description') });
};

export default function Directions() {
  return <DirectionsScreen {...useLoaderData<typeof loader>()} />;
}
