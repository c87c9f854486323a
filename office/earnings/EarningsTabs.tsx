import { NavLink } from 'react-router';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Screens of earnings, in order. */
const TABS = [
  { to: paths.earnings(), name: 'list' },
  { to: paths.referralPairs(), name: 'pairs' },
  { to: paths.programme(), name: 'programme' },
] as const;

/** Tabs between the earnings screens. */
export function EarningsTabs() {
  const { t } = useTranslation();
  return (
    <nav className="tabs" aria-label={t('office_earnings.title')}>
      {TABS.map(({ to, name }) => (
        <NavLink key={to} to={to} end>
          {t(`office_earnings.tabs.${name}`)}
        </NavLink>
      ))}
    </nav>
  );
}
