import { Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { OFFICE_VIEWS, type OfficeView } from '#contract/office/orders/orders.ts';
import { officeListSwitches } from '#contract/office/shop/switches.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { isEmptied, Pages } from '#office/components/Pages.tsx';
import { Problem, useDocumentTitle } from '#office/components/Screen.tsx';
import { FIRST_PAGE, type PagePosition } from '#office/format/paging.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { Empty } from '#office/lists/ListBody.tsx';
import { TYPED, useSearchText } from '#office/lists/use-list-address.ts';
import { PauseNote } from '#office/switches/PauseNote.tsx';
import { nextStepOf } from './next-step.ts';
import { QueueTable } from './QueueTable.tsx';
import { QueueTools } from './QueueTools.tsx';
import { useOpening } from './use-cursor.ts';
import { type Lane, useLane } from './use-lane.ts';
import { hasDays, type QueueFilter, readFilter, writeFilter } from './use-orders.ts';

/** The queue's filter, stored in the address. */
function useFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const change = useCallback(
    (part: Partial<QueueFilter>) => setSearch((before) => writeFilter({ ...readFilter(before), ...FIRST_PAGE, ...part })),
    [setSearch],
  );
  const type = useCallback(
    (q: string) =>
      setSearch((before) => writeFilter({ ...readFilter(before), ...FIRST_PAGE, q }), {
        replace: true,
        state: TYPED,
      }),
    [setSearch],
  );
  return { filter, change, type };
}

const KEY_NAMES = { rows: 'j k', open: 'Enter', search: '/', views: '1 2 3' };
const LANE_KEY_NAMES = { ...KEY_NAMES, lanes: '← →' };

/** Room for two tables beside each other. */
const TWO_LANES = '(min-width: 1800px)';

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Read again at this pace while the queue is empty. */
const SWITCHES_MS = 15_000;

function useNextStep(isWanted: boolean) {
  const api = useApi();
  const { actions } = useOperator();
  const switches = useQuery({
    queryKey: [...keys.switches(), 'shop'],
    queryFn: async ({ signal }) => (await api(officeListSwitches, { signal })).data.map(({ attributes }) => attributes),
    enabled: isWanted,
    refetchInterval: SWITCHES_MS,
  });
  return isWanted ? nextStepOf(switches.data ?? [], actions) : undefined;
}

function NoOrders({ filter, clear }: { readonly filter: QueueFilter; readonly clear: () => void }) {
  const { t } = useTranslation();
  const { q, status, partner, days } = filter;
  const isNarrowed = q !== '' || status !== undefined || (hasDays(filter) && Object.keys(days).length > 0);
  const view = filter.view === 'in_work' ? 'open' : filter.view;
  const messageKey = partner === undefined ? `office.queue.empty.${view}` : `office.queue.nothing_of_partner.${view}`;
  const next = useNextStep(!isNarrowed && partner === undefined);
  return (
    <Empty text={t(next?.why ?? messageKey)} clear={isNarrowed ? clear : undefined} next={next && { to: next.to, label: t(next.label) }} />
  );
}

function Keys({ hasLanes }: { readonly hasLanes: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="keys">
      <kbd>j</kbd> <kbd>k</kbd> {t('office.keys.rows')} <kbd>Enter</kbd> {t('office.keys.open')} <kbd>/</kbd> {t('office.keys.search')}{' '}
      <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> {t('office.keys.views')}
      {hasLanes ? (
        <>
          {' '}
          <kbd>←</kbd> <kbd>→</kbd> {t('office.keys.lanes')}
        </>
      ) : null}
    </p>
  );
}

interface LaneTableProps {
  readonly lane: Lane;
  readonly caption: string;
  /** Its current row is the one that keys open. */
  readonly isActive: boolean;
  /** Without it the tables' captions are for screen readers only. */
  readonly title?: string;
  readonly onChange: (part: Partial<QueueFilter>) => void;
  readonly onPage: (position: PagePosition) => void;
}

function LaneTable({ lane, caption, isActive, title, onChange, onPage }: LaneTableProps) {
  const { t } = useTranslation();
  const { filter, orders, rows, changes, cursor, isAnswered } = lane;
  const answer = orders.data && { ...orders.data, data: orders.data.rows };
  return (
    <section className="lane">
      {title === undefined ? null : <h2>{title}</h2>}
      {orders.isError ? <Problem error={orders.error} retry={() => void orders.refetch()} /> : null}
      {orders.isPending ? <Loader className="loading" role="progressbar" aria-label={t('office.loading')} /> : null}
      {answer && rows.length === 0 && !isEmptied(answer, filter) ? (
        <NoOrders filter={filter} clear={() => onChange({ q: '', status: undefined, days: {} })} />
      ) : null}
      {orders.data && rows.length > 0 ? (
        <QueueTable
          rows={rows}
          changes={changes}
          cursor={isActive ? cursor : -1}
          isAnswered={isAnswered}
          caption={caption}
          hasDates={hasDays(filter)}
          serverOffsetMs={orders.data.serverOffsetMs}
          onPoint={lane.point}
        />
      ) : null}
      {answer ? <Pages answer={answer} position={filter} size="sm" onChange={onPage} /> : null}
    </section>
  );
}

/** The lane of orders in work, beside those that wait for the operator, on wide screens. */
function useInWorkLane(main: Lane) {
  const { partner } = main.filter;
  // The page starts anew when the partner changes
  const [place, setPlace] = useState<{ readonly partner: string | undefined; readonly position: PagePosition }>();
  const setPosition = (position: PagePosition) => setPlace({ partner, position });
  const position = place?.partner === partner ? place?.position : undefined;
  const isWide = useMediaQuery(TWO_LANES, false, { getInitialValueInEffect: false });
  const isShown = isWide && main.filter.view === 'needs_person' && main.filter.q === '' && main.filter.status === undefined;
  const filter = { ...main.filter, ...FIRST_PAGE, ...position, view: 'in_work' } as const;
  const lane = useLane({ filter, isShown, isStored: false, onPage: setPosition });
  return { lane, isShown, setPosition };
}

/** Orders that wait, most urgent first, live. */
export function QueuePage() {
  const { t } = useTranslation();
  const { filter, change, type } = useFilter();
  const searchText = useSearchText(filter.q, type);
  const main = useLane({ filter, onPage: change });
  const inWork = useInWorkLane(main);
  const [isInWorkActive, setInWorkActive] = useState(false);
  const active = inWork.isShown && isInWorkActive ? inWork.lane : main;
  const isAnswered = active.isAnswered && searchText.text.trim() === filter.q;
  const opening = useOpening({ rows: active.rows, cursor: active.cursor, isAnswered });
  const search = useRef<HTMLInputElement>(null);
  const partner = main.orders.data?.meta['partner'];
  const needsPerson = numberOf(main.orders.data?.meta['needs_person']);
  const show = (view: OfficeView) => change({ view, q: '' });
  const keys = {
    j: () => active.step(1),
    k: () => active.step(-1),
    ArrowDown: () => active.step(1),
    ArrowUp: () => active.step(-1),
    ...(inWork.isShown ? { ArrowLeft: () => setInWorkActive(false), ArrowRight: () => setInWorkActive(true) } : {}),
    Enter: opening.openRow,
    '/': () => search.current?.focus(),
    ...Object.fromEntries(OFFICE_VIEWS.map((view, index) => [String(index + 1), () => show(view)])),
  };
  useKeys(keys, 'page', inWork.isShown ? LANE_KEY_NAMES : KEY_NAMES);
  useDocumentTitle(`${needsPerson > 0 ? `(${needsPerson}) ` : ''}${t('office.queue.title')}`);
  const laneOf = (lane: Lane, isActive: boolean) => ({ lane, isActive, onChange: change });
  return (
    <>
      <h1 className="unseen">{t('office.queue.title')}</h1>
      <QueueTools
        filter={filter}
        needsPerson={needsPerson}
        partnerName={typeof partner === 'string' ? partner : null}
        search={search}
        searchText={searchText}
        opening={opening}
        onChange={change}
      />
      <PauseNote />
      {inWork.isShown ? (
        <div className="lanes">
          <div onFocus={() => setInWorkActive(false)}>
            <LaneTable
              {...laneOf(main, active === main)}
              caption={t('office.queue.caption')}
              title={t('office.queue.view.needs_person')}
              onPage={change}
            />
          </div>
          <div onFocus={() => setInWorkActive(true)}>
            <LaneTable
              {...laneOf(inWork.lane, active !== main)}
              caption={t('office.queue.view.open')}
              title={t('office.queue.view.open')}
              onPage={inWork.setPosition}
            />
          </div>
        </div>
      ) : (
        <LaneTable {...laneOf(main, true)} caption={t('office.queue.caption')} onPage={change} />
      )}
      <Keys hasLanes={inWork.isShown} />
    </>
  );
}
