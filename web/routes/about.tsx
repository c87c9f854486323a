import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { siteContext } from '#web/api/site-context.ts';
import { AboutPage } from '#web/content/AboutPage.tsx';
import { entityIn, entityLinkedData } from '#web/content/entity.ts';
import { LinkedData } from '#web/head/LinkedData.tsx';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('content');

export function loader({ request, context }: LoaderFunctionArgs) {
  const { publicUrl, shop } = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const { entity, contacts, name } = shop;
  return {
    entity: entityIn(entity, locale),
    contacts: { ...contacts, hours: contacts.hours[locale] },
    linked: entityLinkedData({ publicUrl, entity, contacts, name: name[locale], locale }),
  };
}

export const meta: MetaFunction = ({ location }) => {
  const t = translatorOf(localeOf(location.pathname));
  return pageMeta({ title: t('content.about.page_title'), description: t('content.about.description') });
};

export default function About() {
  const { linked, ...page } = useLoaderData<typeof loader>();
  return (
    <>
      <LinkedData value={linked} />
      <AboutPage {...page} />
    </>
  );
}
