import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** The other language, named in itself. */
export function LocaleSwitch() {
  const { locale, choose, t } = useTranslation();
  const other = locale === 'ru' ? 'en' : 'ru';
  return (
    <Button variant="subtle" size="compact-sm" lang={other} onClick={() => choose(other)}>
      {t('office.other_language')}
    </Button>
  );
}

/** Light or dark. */
export function SchemeSwitch() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'light' ? 'dark' : 'light';
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => setColorScheme(other)}>
      {t(`office.scheme.${other}`)}
    </Button>
  );
}
