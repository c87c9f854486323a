import { useLoaderData, type MetaFunction, useRouteLoaderData } from 'react-router';
import { CoinScreen } from '#web/crypto/CoinScreen.tsx';
import { coinLinkedData } from '#web/crypto/linked-data.ts';
import { LinkedData } from '#web/head/LinkedData.tsx';
import { loadCoin } from '#web/crypto/load-crypto.ts';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { loader as rootLoader } from '#web/root.tsx';

await loadMessages('crypto');

export const loader = loadCoin;
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  const t = translatorOf(localeOf(location.pathname));
  if (loaderData === undefined) return [];
  const { name, symbol } = loaderData.coin;
  return pageMeta({ title: t('crypto.coin.page_title', { name, symbol }), description: t('crypto.coin.description', { name, symbol }) });
};

export default function CryptoCoin() {
  const loaded = useLoaderData<typeof loader>();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const { t, locale } = useTranslation();
  return (
    <>
      <LinkedData value={coinLinkedData({ publicUrl: site?.publicUrl ?? '', locale }, t('crypto.title'), loaded.coin)} />
      <CoinScreen key={loaded.coin.symbol} {...loaded} />
    </>
  );
}
