import { Outlet, type MetaFunction } from 'react-router';
import { EarningsFrame } from '#web/earnings/EarningsFrame.tsx';
import { tabAt } from '#web/earnings/tabs.ts';
import { hiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { barePath, localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('earnings', 'earned', 'withdrawal');

export const meta: MetaFunction = ({ location: { pathname } }) => {
  const t = translatorOf(localeOf(pathname));
  return hiddenMeta(pathname, t('earnings.page_title', { page: t(tabAt(barePath(pathname))?.name ?? 'earnings.title') }));
};

export default function AccountEarnings() {
  return (
    <EarningsFrame>
      <Outlet />
    </EarningsFrame>
  );
}
