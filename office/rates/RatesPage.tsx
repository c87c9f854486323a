import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { officeRateGrid } from '#contract/office/catalogue/rate-desk.ts';
import { CallFailure } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { ChangeDialog } from '#office/changes/ChangeDialog.tsx';
import { Problem, useDocumentTitle } from '#office/components/Screen.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { Empty } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { clearFilters, useListAddress } from '#office/lists/use-list-address.ts';
import { Demand } from '#office/reserve-requests/Demand.tsx';
import { RateGrid, type RefusedCells } from './grid/RateGrid.tsx';
import type { CellFormat } from './grid/columns.ts';
import {
  allEdits,
  type EditHistory,
  type Edits,
  type EditStep,
  editStep,
  EMPTY_HISTORY,
  isConflict,
  isWrong,
  itemsOf,
  type LineEdits,
} from './grid/edits.ts';
import { type GridLine, isShown, linesOf, sorted } from './grid/lines.ts';
import './RatesPage.css';

interface PendingBarProps {
  readonly history: EditHistory;
  readonly byKey: ReadonlyMap<string, GridLine>;
  readonly dispatch: (step: EditStep) => void;
  readonly onCheck: () => void;
}

/** Unsent edits: their number, undo, revert and the check before they are applied. */
function PendingBar({ history, byKey, dispatch, onCheck }: PendingBarProps) {
  const { t } = useTranslation();
  const edits = allEdits(history.now);
  const wrong = edits.filter(({ edit }) => isWrong(edit)).length;
  const conflicts = edits.filter(({ key, member, edit }) => isConflict(edit, byKey.get(key), member));
  return (
    <div className="pending-bar" data-empty={edits.length === 0 || undefined}>
      <p role="status">
        {edits.length === 0 ? t('rates.nothing_pending') : t('rates.pending', { count: edits.length })}
        {wrong === 0 ? null : <span className="badge loss">{t('rates.wrong_count', { count: wrong })}</span>}
        {conflicts.length === 0 ? null : <span className="badge time">{t('rates.conflict_count', { count: conflicts.length })}</span>}
      </p>
      {conflicts.length === 0 ? null : (
        <>
          <Button variant="default" size="xs" onClick={() => dispatch({ kind: 'rebase', lines: byKey })}>
            {t('rates.keep_mine')}
          </Button>
          <Button variant="default" size="xs" onClick={() => dispatch({ kind: 'revert', cells: conflicts })}>
            {t('rates.take_theirs')}
          </Button>
        </>
      )}
      <Button variant="subtle" size="xs" disabled={history.past.length === 0} onClick={() => dispatch({ kind: 'undo' })}>
        {t('rates.undo')}
      </Button>
      <Button variant="default" size="xs" disabled={edits.length === 0} onClick={() => dispatch({ kind: 'clear' })}>
        {t('rates.revert_all')}
      </Button>
      <Button size="xs" disabled={edits.length === 0 || wrong > 0 || conflicts.length > 0} onClick={onCheck}>
        {t('rates.check')}
      </Button>
    </div>
  );
}

const STORAGE_KEY = 'office-rate-edits';

function storedHistory(): EditHistory {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? { ...EMPTY_HISTORY, now: new Map(stored as [string, LineEdits][]) } : EMPTY_HISTORY;
  } catch {
    return EMPTY_HISTORY;
  }
}

const storeEdits = (edits: Edits): void => {
  if (edits.size === 0) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...edits]));
};

/** Unsent edits of the grid, stored for this tab: they survive a reload and other screens. */
function useEdits() {
  const [history, dispatch] = useReducer(editStep, null, storedHistory);
  useEffect(() => storeEdits(history.now), [history.now]);
  return { history, dispatch };
}

const FILTERS = ['income', 'outcome', 'switch', 'shown'] as const;
const REFRESH_MS = 20_000;
const NO_REFUSALS: RefusedCells = new Map();

/** Formats and words of cells in the current language. */
function useCellFormat(): CellFormat {
  const { t, locale } = useTranslation();
  return useMemo(() => {
    const wordsOf = (name: string) => t(`rates.typed.${name}`).split(' ');
    return { locale, words: { on: wordsOf('on'), off: wordsOf('off'), fixed: wordsOf('fixed'), floating: wordsOf('floating') } };
  }, [t, locale]);
}

/** Messages of refused cells, by line and member: every refusal of a change names both. */
function cellRefusals(error: unknown): RefusedCells {
  if (!(error instanceof CallFailure)) return NO_REFUSALS;
  const messages = new Map<string, Record<string, string>>();
  for (const { meta, message } of error.failure.errors) {
    const { key, member } = meta;
    if (typeof key === 'string' && typeof member === 'string') messages.set(key, { ...messages.get(key), [member]: message });
  }
  return messages;
}

function useLines() {
  const api = useApi();
  const gridQuery = useQuery({
    queryKey: [...keys.changes(), 'grid'],
    queryFn: ({ signal }) => api(officeRateGrid, { signal }),
    refetchInterval: REFRESH_MS,
    structuralSharing: false,
  });
  const answer = gridQuery.data?.data.attributes;
  const lines = useMemo(() => (answer === undefined ? [] : linesOf(answer)), [answer]);
  const byKey = useMemo(() => new Map(lines.map((line) => [line.key, line])), [lines]);
  return { gridQuery, lines, byKey, takenAt: answer?.taken_at ?? null };
}

const currenciesOf = (lines: readonly GridLine[], side: 'income' | 'outcome') =>
  [...new Set(lines.map((line) => line[side].currency))].toSorted().map((value) => ({ value, label: value }));

function useFilters(lines: readonly GridLine[]) {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { name: 'income', label: t('rates.filter.income'), choices: currenciesOf(lines, 'income') },
      { name: 'outcome', label: t('rates.filter.outcome'), choices: currenciesOf(lines, 'outcome') },
      {
        name: 'switch',
        label: t('rates.filter.switch'),
        choices: ['on', 'off'].map((value) => ({ value, label: t(`rates.filter.${value}`) })),
      },
      { name: 'shown', label: t('rates.filter.shown'), choices: [{ value: 'edited', label: t('rates.filter.edited') }] },
    ],
    [lines, t],
  );
}

/** Margins, fees and limits of all directions, edited like a spreadsheet and applied as one change. */
export function RatesPage() {
  const { t, locale } = useTranslation();
  const cellFormat = useCellFormat();
  const isReadOnly = !useOperator().actions.includes('change_prices');
  const list = useListAddress(FILTERS);
  const { gridQuery, lines, byKey, takenAt } = useLines();
  const { history, dispatch } = useEdits();
  const desk = useRef<HTMLDivElement>(null);
  const [planned, setPlanned] = useState<{ readonly items: ReturnType<typeof itemsOf> } | null>(null);
  const [refusedCells, setRefusedCells] = useState<RefusedCells>(NO_REFUSALS);
  const { q, sort, filters } = list.address;
  const { income, outcome, switch: enabled, shown } = filters;
  const onlyEdited = shown === 'edited';
  const visible = useMemo(() => {
    const matching = lines.filter(
      (line) => isShown(line, { q, income, outcome, switch: enabled }) && (!onlyEdited || history.now.has(line.key)),
    );
    return sorted(matching, sort);
  }, [lines, q, sort, income, outcome, enabled, onlyEdited, history.now]);
  const { refetch } = gridQuery;
  const onRefused = useCallback(
    (error: unknown) => {
      setRefusedCells(cellRefusals(error));
      // Shows what a colleague has changed beside the edits
      void refetch();
    },
    [refetch],
  );
  const finish = (state: string) => {
    setPlanned(null);
    setRefusedCells(NO_REFUSALS);
    dispatch({ kind: 'clear' });
    notifications.show({ message: t(`rates.done.${state}`) });
  };
  useDocumentTitle(t('rates.title'));
  return (
    <div className="rate-desk" ref={desk}>
      <h1>
        {t('rates.title')}
        <span className="dim rate-taken">
          {takenAt === null ? t('rates.no_prices') : t('rates.taken', { at: clockTime(takenAt, locale) })}
        </span>
      </h1>
      <Demand isFolded />
      <ListTools
        list={list}
        search={t('rates.search')}
        filters={useFilters(lines)}
        onEnter={() => desk.current?.querySelector<HTMLElement>('[role=grid]')?.focus()}
      />
      {gridQuery.isError ? <Problem error={gridQuery.error} retry={() => void gridQuery.refetch()} /> : null}
      {gridQuery.isPending ? <p className="empty">{t('office.loading')}</p> : null}
      {gridQuery.data !== undefined && visible.length === 0 ? (
        <Empty text={t('rates.none')} clear={clearFilters(list)} next={{ to: paths.directions(), label: t('office.nav.directions') }} />
      ) : null}
      {gridQuery.data === undefined ? null : (
        <>
          <p className="dim rate-count">
            {t('rates.shown', { count: visible.length })}
            <span className="rate-help"> · {t('rates.help')}</span>
          </p>
          <RateGrid
            lines={visible}
            edits={history.now}
            refused={refusedCells}
            cellFormat={cellFormat}
            isReadOnly={isReadOnly}
            sort={sort}
            onSort={(next) => list.change({ sort: next })}
            dispatch={dispatch}
          />
          {isReadOnly ? null : (
            <PendingBar history={history} byKey={byKey} dispatch={dispatch} onCheck={() => setPlanned({ items: itemsOf(history.now) })} />
          )}
        </>
      )}
      {planned === null ? null : (
        <ChangeDialog
          planned={planned}
          title={t('rates.about_to', { count: planned.items.length })}
          onDone={finish}
          onClose={() => setPlanned(null)}
          onRefused={onRefused}
        />
      )}
    </div>
  );
}
