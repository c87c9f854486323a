import { useLoaderData, type MetaFunction } from 'react-router';
import { loadRootPage } from '#web/content/load-texts.ts';
import { textMeta } from '#web/content/text-meta.ts';
import { TextNotFound } from '#web/content/TextNotFound.tsx';
import { TextPage } from '#web/content/TextPage.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('content');

export const loader = loadRootPage;
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) =>
  textMeta(loaderData?.text, translatorOf(localeOf(location.pathname)));

export default function RootTextRoute() {
  const { text, publicUrl, fees } = useLoaderData<typeof loader>();
  return <TextPage text={text} publicUrl={publicUrl} fees={fees} />;
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <TextNotFound error={error} />;
}
