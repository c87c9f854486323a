import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useOperator } from './operator.ts';
import { BellSwitch, LocaleSwitch, SchemeSwitch } from './Switches.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Who one is here, in which language and light, and the way out. */
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
