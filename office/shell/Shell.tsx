import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { Link, Outlet } from 'react-router';
import { type LiveState, useLive } from '#office/api/use-live.ts';
import { SearchBox } from '#office/search/SearchBox.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useOperator, useSignOut } from '#office/api/operator.ts';
import { paths } from '#office/paths.ts';
import { LocaleSwitch, SchemeSwitch } from '#office/components/Switches.tsx';
import { useIsOutdated } from '#office/api/outdated.ts';
import { KeysHelp } from '#office/keyboard/KeysHelp.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { Menu } from './Menu.tsx';
import { isBellOn, ring, storeBell, useAlarmBell, useChatAlert } from './waiting-work.ts';
import './Shell.css';

/** A newer office is deployed: the operator reloads when ready, so that no work is lost. */
function OutdatedOffice() {
  const { t } = useTranslation();
  const isOutdated = useIsOutdated();
  return (
    <div role="status">
      {isOutdated ? (
        <div className="problem">
          <p>{t('office.newer.text')}</p>
          <Button variant="default" size="xs" onClick={() => window.location.reload()}>
            {t('office.newer.reload')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

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
function OperatorMenu() {
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

/** Width from which the menu is beside the page (same in `Shell.css`). */
const WIDE = '(min-width: 1200px)';

function LiveMark({ state }: { readonly state: LiveState }) {
  const { t } = useTranslation();
  return <output className={`live ${state}`}>{t(`office.live.${state}`)}</output>;
}

/** The menu behind a button, on narrow screens. */
function MenuDrawer() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button className="menu-button" variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        {t('office.nav.open')}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        size={260}
        title={t('office.house')}
        classNames={{ content: 'board', header: 'board-head' }}
        closeButtonProps={{ 'aria-label': t('office.nav.close') }}
      >
        <Menu onGo={close} />
        <OperatorMenu />
      </Drawer>
    </>
  );
}

/** Frame of every screen: menu, operator, state of the live stream. */
export function Shell() {
  const { t } = useTranslation();
  const operator = useOperator();
  const seesOrders = operator.actions.includes('read_orders');
  const live = useLive(seesOrders);
  useAlarmBell();
  useChatAlert();
  const [areKeysShown, setKeysShown] = useState(false);
  const showKeys = () => setKeysShown(true);
  useKeys({ '?': showKeys });
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  return (
    <>
      <a className="skip" href="#main">
        {t('office.skip')}
      </a>
      <div className="frame">
        {isWide ? (
          <aside className="board">
            <span className="house">{t('office.house')}</span>
            <Menu />
            <OperatorMenu />
          </aside>
        ) : null}
        <div className="rest">
          <header className="head">
            {isWide ? null : <MenuDrawer />}
            <SearchBox mayReadOrders={seesOrders} onKeys={showKeys} />
            {operator.mode === 'demo' ? <span className="badge time">{t('office.demo')}</span> : null}
            {seesOrders ? <LiveMark state={live} /> : null}
          </header>
          <main id="main" className="page">
            <OutdatedOffice />
            <Outlet />
          </main>
        </div>
      </div>
      <KeysHelp isOpen={areKeysShown} onClose={() => setKeysShown(false)} />
    </>
  );
}
