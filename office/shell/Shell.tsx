import { Button } from '@mantine/core';
import { NavLink, Outlet } from 'react-router';
import type { OfficeAction } from '#core/access.ts';
import type { LiveState } from '#office/api/live-stream.ts';
import { useLive } from '#office/api/use-live.ts';
import { paths } from '#office/paths.ts';
import { useWords } from '#office/words/Words.tsx';
import { useOperator } from './operator.ts';
import { LocaleSwitch, SchemeSwitch } from './Switches.tsx';
import { useSignOut } from './use-sign-out.ts';

interface Place {
  readonly to: string;
  readonly key: 'queue' | 'reserves' | 'slots';
  readonly needs: OfficeAction;
}

const PLACES: readonly Place[] = [
  { to: paths.queue(), key: 'queue', needs: 'read_orders' },
  { to: paths.reserves(), key: 'reserves', needs: 'read_reserves' },
  { to: paths.slots(), key: 'slots', needs: 'read_slots' },
];

function LiveMark({ state }: { readonly state: LiveState }) {
  const { t } = useWords();
  return <output className={`live ${state}`}>{t(`office.live.${state}`)}</output>;
}

/** Head of every page: where one can go, who one is, whether the page is live. */
export function Shell() {
  const { t } = useWords();
  const operator = useOperator();
  const signOut = useSignOut();
  const live = useLive();
  return (
    <>
      <a className="skip" href="#main">
        {t('office.skip')}
      </a>
      <header className="head">
        <span className="house">{t('office.house')}</span>
        <nav aria-label={t('office.nav.label')}>
          {PLACES.filter((place) => operator.actions.includes(place.needs)).map((place) => (
            <NavLink key={place.key} to={place.to} end={place.key === 'queue'}>
              {t(`office.nav.${place.key}`)}
            </NavLink>
          ))}
        </nav>
        <div className="head-end">
          {operator.mode === 'demo' ? <span className="badge time">{t('office.demo')}</span> : null}
          <LiveMark state={live} />
          <span className="who" title={operator.email}>
            {t(`office.role.${operator.role}`)}
          </span>
          <LocaleSwitch />
          <SchemeSwitch />
          <Button variant="subtle" size="compact-sm" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            {t('office.sign_out')}
          </Button>
        </div>
      </header>
      <main id="main" className="page">
        <Outlet />
      </main>
    </>
  );
}
