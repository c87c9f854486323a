import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { Outlet } from 'react-router';
import type { LiveState } from '#office/api/live-stream.ts';
import { useLive } from '#office/api/use-live.ts';
import { useChatAlert } from './use-chat-alert.ts';
import { SearchBox } from '#office/search/SearchBox.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Menu } from './Menu.tsx';
import { OperatorMenu } from './OperatorMenu.tsx';
import { OutdatedOffice } from './OutdatedOffice.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useAlarmBell } from './use-alarm-bell.ts';
import './Shell.css';

/** From here on the menu stands beside the page (the same width in `styles/shell.css`). */
const WIDE = '(min-width: 1200px)';

function LiveMark({ state }: { readonly state: LiveState }) {
  const { t } = useTranslation();
  return <output className={`live ${state}`}>{t(`office.live.${state}`)}</output>;
}

/** The menu where there is no room beside the page: behind a button. */
function MenuDrawer() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        {t('office.nav.open')}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        size={260}
        lockScroll={false}
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
            {seesOrders ? <SearchBox /> : null}
            {operator.mode === 'demo' ? <span className="badge time">{t('office.demo')}</span> : null}
            {seesOrders ? <LiveMark state={live} /> : null}
          </header>
          <main id="main" className="page">
            <OutdatedOffice />
            <Outlet />
          </main>
        </div>
      </div>
    </>
  );
}
