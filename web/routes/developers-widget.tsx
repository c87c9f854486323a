import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { siteContext } from '#web/api/site-context.ts';
import { WidgetBuilder } from '#web/developers/WidgetBuilder.tsx';
import { listSystems } from '#web/exchange/list-systems.ts';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('developers');

/** The names to choose from; a builder without them still builds. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, publicUrl, shop } = context.get(siteContext);
  const systems = (await listSystems(api(localeOf(new URL(request.url).pathname)))) ?? [];
  const brief = systems.map(({ id, name, income_enabled: isGiven, outcome_enabled: isGot }) => ({ id, name, isGiven, isGot }));
  return { publicUrl, languages: shop.languages, systems: brief };
}

export const shouldRevalidate = () => false;

export const meta: MetaFunction = ({ location }) => {
  const t = translatorOf(localeOf(location.pathname));
  return pageMeta({ title: t('developers.widget.page_title'), description: t('developers.widget.description') });
};

export default function DevelopersWidget() {
  return <WidgetBuilder {...useLoaderData<typeof loader>()} />;
}
