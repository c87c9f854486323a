import { Button } from '@mantine/core';
import { NavLink, Outlet } from 'react-router';
import type { LiveState } from '#office/api/live-stream.ts';
import { useLive } from '#office/api/use-live.ts';
import { useWords } from '#office/words/Words.tsx';
import { useOperator } from './operator.ts';
import { PLACE_GROUPS, placesOf } from './places.ts';
import { LocaleSwitch, SchemeSwitch } from './Switches.tsx';
import { useCalling } from './use-calling.ts';
import { useSignOut } from './use-sign-out.ts';

function LiveMark({ state }: { readonly state: LiveState }) {
  const { t } = useWords();
  return <output className={`live ${state}`}>{t(`office.live.${state}`)}</output>;
}

/** How many wait there, where any do. */
function Calling({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return <span className="badge person">{count}</span>;
}

/** Head of every page: where one can go, who one is, whether the page is live. */
export function Shell() {
  const { t } = useWords();
  const operator = useOperator();
  const signOut = useSignOut();
  const live = useLive();
  const calling = useCalling();
  return (
    <>
      <a className="skip" href="#main">
        {t('office.skip')}
      </a>
      <header className="head">
        <span className="house">{t('office.house')}</span>
        <nav aria-label={t('office.nav.label')}>
          {PLACE_GROUPS.flatMap(placesOf)
            .filter(([, place]) => operator.actions.includes(place.needs))
            .map(([name, place]) => (
              <NavLink key={name} to={place.to} end={name === 'queue'}>
                {t(`office.nav.${name}`)}
                <Calling count={calling[name] ?? 0} />
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
