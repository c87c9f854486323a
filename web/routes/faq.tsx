import { useLoaderData, type MetaFunction, type ShouldRevalidateFunctionArgs } from 'react-router';
import { FaqPage } from '#web/content/FaqPage.tsx';
import { loadFaq } from '#web/content/load-texts.ts';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('content');

export const loader = loadFaq;
/** Only another search loads the list again. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.search !== nextUrl.search;
export const meta: MetaFunction = ({ location }) => {
  const t = translatorOf(localeOf(location.pathname));
  return pageMeta({ title: t('shell.titled', { title: t('content.faq.title') }), description: t('content.faq.description') });
};

export default function Faq() {
  return <FaqPage {...useLoaderData<typeof loader>()} />;
}
