import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { siteContext } from '#web/api/site-context.ts';
import { pageCalls } from '#web/developers/calls.ts';
import { DevelopersPage } from '#web/developers/DevelopersPage.tsx';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('developers');

/** Computed on the server, so that the API description and its validation stay out of the page's scripts. */
export function loader({ context }: LoaderFunctionArgs) {
  const { publicUrl } = context.get(siteContext);
  return { publicUrl, calls: pageCalls(publicUrl) };
}

export const shouldRevalidate = () => false;

export const meta: MetaFunction = ({ location }) => {
  const t = translatorOf(localeOf(location.pathname));
  return pageMeta({ title: t('developers.page_title'), description: t('developers.description') });
};

export default function Developers() {
  return <DevelopersPage {...useLoaderData<typeof loader>()} />;
}
