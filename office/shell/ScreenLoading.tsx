import { Loader } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Stands where a screen will, while it is on its way. */
export function ScreenLoading() {
  const { t } = useTranslation();
  return <Loader className="loading" aria-label={t('office.loading')} />;
}
