import { useLoaderData, type MetaFunction, useRouteLoaderData } from 'react-router';
import { CryptoScreen } from '#web/crypto/CryptoScreen.tsx';
import { listLinkedData } from '#web/crypto/linked-data.ts';
import { LinkedData } from '#web/head/LinkedData.tsx';
import { loadCoins } from '#web/crypto/load-crypto.ts';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { loader as rootLoader } from '#web/root.tsx';

await loadMessages('crypto');

export const loader = loadCoins;
// Sorting the same list needs no request
export const shouldRevalidate = () => false;
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  const t = translatorOf(localeOf(location.pathname));
  const tags = pageMeta({ title: t('crypto.page_title'), description: t('crypto.description') });
  return loaderData !== undefined && loaderData.coins.length === 0 ? [...tags, { name: 'robots', content: 'noindex' }] : tags;
};

export default function Crypto() {
  const { coins } = useLoaderData<typeof loader>();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const { t, locale } = useTranslation();
  return (
    <>
      <LinkedData value={listLinkedData({ publicUrl: site?.publicUrl ?? '', locale }, t('crypto.board'), coins)} />
      <CryptoScreen coins={coins} />
    </>
  );
}
