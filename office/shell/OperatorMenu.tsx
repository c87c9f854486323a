import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useOperator } from '#office/api/operator.ts';
import { LocaleSwitch, SchemeSwitch } from '#office/components/Switches.tsx';
import { useSignOut } from '#office/api/use-sign-out.ts';
import { isBellOn, ring, storeBell } from './bell.ts';

/** Whether alarms sound on this device; switching it on plays the sound. */
function BellSwitch() {
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

/** Role, language, colour scheme, sound and sign-out. */
export function OperatorMenu() {
  const { t } = useTranslation();
  const { email, role } = useOperator();
  const signOut = useSignOut();
  return (
    <div className="myself">
      <Link className="who" title={`${email}, ${t('office.account')}`} to={paths.account()}>
        {t(`office.role.${role}`)}
      </Link>
      <LocaleSwitch />
      <SchemeSwitch />
      <BellSwitch />
      <Button variant="subtle" size="compact-sm" loading={signOut.isPending} onClick={() => signOut.run({})}>
        {t('office.sign_out')}
      </Button>
    </div>
  );
}
