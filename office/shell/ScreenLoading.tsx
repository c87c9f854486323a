import { Loader } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Placeholder while a screen is loading. */
export function ScreenLoading() {
  const { t } = useTranslation();
  return <Loader className="loading" aria-label={t('office.loading')} />;
}
