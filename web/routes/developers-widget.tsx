import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { siteContext } from '#web/api/site-context.ts';
import { WidgetBuilder } from '#web/developers/WidgetBuilder.tsx';
import { listSystems } from '#web/catalogue/list-systems.ts';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('developers');

/** Payment systems to choose from; without them the builder works with free settings. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, publicUrl, shop } = context.get(siteContext);
  const systems = (await listSystems(api(localeOf(new URL(request.url).pathname)))) ?? [];
  const options = systems.map(({ id, name, income_enabled: canGive, outcome_enabled: canGet }) => ({ id, name, canGive, canGet }));
  return { publicUrl, languages: shop.languages, systems: options };
}

export const shouldRevalidate = () => false;

export const meta: MetaFunction = ({ location }) => {
  const t = translatorOf(localeOf(location.pathname));
  return pageMeta({ title: t('developers.widget.page_title'), description: t('developers.widget.description') });
};

export default function DevelopersWidget() {
  return <WidgetBuilder {...useLoaderData<typeof loader>()} />;
}
