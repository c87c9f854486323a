import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { isBellOn, storeBell, ring } from './bell.ts';

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

/** Whether alarms sound on this device; switching it on lets one hear how. */
export function BellSwitch() {
  const { t } = useTranslation();
  const [isOn, setIsOn] = useState(isBellOn);
  const turn = () => {
    storeBell(!isOn);
    setIsOn(!isOn);
    if (!isOn) void ring();
  };
  return (
    <Button variant="subtle" size="compact-sm" aria-pressed={isOn} onClick={turn}>
      {t('office.bell')}
    </Button>
  );
}
