import { NavLink } from 'react-router';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** The screens about what is owed to people, in the order they are listed. */
const TABS = [
  { to: paths.earnings(), name: 'list' },
  { to: paths.referralPairs(), name: 'pairs' },
  { to: paths.programme(), name: 'programme' },
] as const;

/** From one of them to the next. */
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
