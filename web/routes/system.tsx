import { useLoaderData, type MetaFunction } from 'react-router';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { loadSystem } from '#web/pairs/load-system.ts';
import { SystemScreen } from '#web/pairs/SystemScreen.tsx';

await loadMessages('pairs');

export const loader = loadSystem;
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (loaderData === undefined) return [];
  const t = translatorOf(localeOf(location.pathname));
  const { name } = loaderData.system;
  return pageMeta({ title: t('pairs.system.page_title', { name }), description: t('pairs.system.description', { name }) });
};

export default function SystemRoute() {
  return <SystemScreen {...useLoaderData<typeof loader>()} />;
}
