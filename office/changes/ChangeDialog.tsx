import { Button, Modal } from '@mantine/core';
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ChangeItemDocument, officeRollBackChange, officeSubmitChange } from '#contract/office/catalogue/changes.ts';
import { type ChangePreviewAttributes, officePreviewChange } from '#contract/office/catalogue/rate-desk.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { formatRate } from '#core/format/rate.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useAction } from '#office/api/use-command.ts';
import { Figures } from '#office/components/Figures.tsx';
import { Loading } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { CommandProblem, FormProblem } from '#office/form/FormProblem.tsx';
import { changesOf } from '#office/form/WaitingApprovals.tsx';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { nearestPercent } from '#office/format/figure.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { keyText } from './item-text.ts';
import './ChangeDialog.css';

type Preview = ChangePreviewAttributes;
type Side = Preview['directions'][number]['before'];

/** Guards that require a second person, shown before the change is submitted. */
function Guards({ preview }: { readonly preview: Preview }) {
  const { t, locale } = useTranslation();
  if (!preview.needs_second_person) return <p className="dim">{t('rates.alone')}</p>;
  const shown = preview.guards.slice(0, 8);
  return (
    <div className="change-guards">
      <p>
        <strong>{t('rates.needs_second')}</strong>
      </p>
      <ul>
        {shown.map(({ position, key, guard, value }) => (
          <li key={`${position}-${guard}`}>
            <span className="code">{keyText(key)}</span> {t(`rates.guard.${guard}`, { value: formatDecimal(value, { locale }) })}
          </li>
        ))}
      </ul>
      {preview.guards.length > shown.length ? <p>{t('rates.more', { count: preview.guards.length - shown.length })}</p> : null}
    </div>
  );
}

function Earnings({ earnings }: { readonly earnings: Preview['earnings'] }) {
  const { t } = useTranslation();
  if (earnings === null) return <p className="dim">{t('rates.no_earnings')}</p>;
  return (
    <p className="change-earnings">
      {t('rates.earnings', { count: earnings.orders })} <Figures amount={earnings.before} currency="USD" /> ›{' '}
      <strong>
        <Figures amount={earnings.after} currency="USD" />
      </strong>
    </p>
  );
}

type ChangedDirection = Preview['directions'][number];

/** The rate as customers see it; before and after in the same direction. */
function Rate({ of, side }: { readonly of: ChangedDirection; readonly side: Side }) {
  const { t, locale } = useTranslation();
  if (side === null) return <>—</>;
  if (side.rate === null) return <>{t('rates.unpublished')}</>;
  const pair = { income: of.income_currency_iso_code, outcome: of.outcome_currency_iso_code };
  return (
    <>
      <span className="figures">{formatRate(side.rate, pair, locale, of.before?.rate ?? side.rate)}</span>{' '}
      <span className="dim">({nearestPercent(side.deviation_percent ?? '0', locale)}&nbsp;%)</span>
    </>
  );
}

/** Lines of the rate file, before and after, as monitoring sites read them. */
function FileLines({ before, after }: { readonly before: Side; readonly after: Side }) {
  const { t } = useTranslation();
  const [linesBefore, linesAfter] = [before?.file ?? [], after?.file ?? []];
  if (linesBefore.join('\n') === linesAfter.join('\n')) return null;
  return (
    <details className="change-file">
      <summary>{t('rates.file')}</summary>
      {[
        { name: t('rates.before'), lines: linesBefore },
        { name: t('rates.after'), lines: linesAfter },
      ].map(({ name, lines }) => (
        <p key={name}>
          <span className="dim">{name}</span>
          <code>{lines.length === 0 ? '—' : lines.join('\n')}</code>
        </p>
      ))}
    </details>
  );
}

const columnsOf = (t: Translation['t']): readonly Column<ChangedDirection>[] => [
  {
    key: 'direction',
    label: t('rates.direction'),
    cell: (direction) => (
      <>
        {direction.income_payment_system_id} › {direction.outcome_payment_system_id}
        <FileLines before={direction.before} after={direction.after} />
      </>
    ),
  },
  { key: 'before', label: t('rates.before'), isNumber: true, cell: (direction) => <Rate of={direction} side={direction.before} /> },
  { key: 'after', label: t('rates.after'), isNumber: true, cell: (direction) => <Rate of={direction} side={direction.after} /> },
];

/** Effects of a change on rates, the rate file and earnings, and whether it needs a second person. */
function ChangeEffects({ preview }: { readonly preview: Preview }) {
  const { t } = useTranslation();
  const { directions, direction_count: count } = preview;
  return (
    <>
      <Guards preview={preview} />
      <Earnings earnings={preview.earnings} />
      {count === 0 ? <p className="dim">{t('rates.no_rates_move')}</p> : null}
      {directions.length === 0 ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table is scrolled by keyboard too
        <div className="change-table" tabIndex={0} role="region" aria-label={t('rates.effects', { count })}>
          <ListTable
            caption={t('rates.effects', { count })}
            columns={columnsOf(t)}
            rows={directions}
            idOf={({ income_payment_system_id: income, outcome_payment_system_id: outcome }) => `${income}>${outcome}`}
          />
        </div>
      )}
      {count > directions.length ? <p className="dim">{t('rates.more_directions', { count: count - directions.length })}</p> : null}
    </>
  );
}

/** A change that is about to be made: items of a screen, or the roll-back of an applied one. */
type PlannedChange = { readonly items: readonly ChangeItemDocument[] } | { readonly rollsBack: string };

/** Effects of the change. They are read once per plan; the server calculates them again when the change is submitted. */
function usePreview(planned: PlannedChange) {
  const api = useApi();
  return useQuery({
    queryKey: ['change_preview', planned],
    queryFn: ({ signal }) =>
      api(officePreviewChange, {
        body: 'items' in planned ? { items: [...planned.items] } : { rolls_back: planned.rollsBack },
        signal,
      }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}

interface ChangeOrder {
  readonly note: string;
  /** Null: at once. */
  readonly applyAt: string | null;
}

/** Submits the change, or the roll-back. */
const useSubmitChange = (planned: PlannedChange, onDone: (state: string) => void) =>
  useAction(
    async ({ note, applyAt }: ChangeOrder, call) =>
      'rollsBack' in planned
        ? await call(officeRollBackChange, { params: { id: planned.rollsBack }, body: { note } })
        : await call(officeSubmitChange, { body: { items: [...planned.items], note, apply_at: applyAt } }),
    { after: [keys.changes(), keys.approvals()], onDone: ({ data }) => onDone(data.attributes.state) },
  );

interface ChangeDialogProps {
  readonly planned: PlannedChange;
  readonly title: string;
  /** First text of the note. */
  readonly note?: string;
  readonly onDone: (state: string) => void;
  readonly onClose: () => void;
  /** Refusals, for the screen to mark its cells. */
  readonly onRefused?: (error: unknown) => void;
}

/** Moscow time (spec 9), without summer time since 2014. */
const MOSCOW_OFFSET = '+03:00';

/** A date and time field, meant as Moscow time, as the wire has it; null for anything else. */
function moscowTime(local: string): string | null {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local) ? Date.parse(`${local}:00${MOSCOW_OFFSET}`) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** The second step of every change of prices: effects, reason, time of application. */
export function ChangeDialog({ planned, title, note: firstNote = '', onDone, onClose, onRefused }: ChangeDialogProps) {
  const { t } = useTranslation();
  const form = useFields({ note: firstNote, apply_at: '' });
  const preview = usePreview(planned);
  const submit = useSubmitChange(planned, onDone);
  const refusal = submit.error ?? preview.error;
  useEffect(() => {
    if (refusal !== null) onRefused?.(refusal);
  }, [refusal, onRefused]);
  const effects = preview.data?.data.attributes;
  const isDated = form.values.apply_at !== '';
  const needsSecond = effects?.needs_second_person === true;
  const send = () => submit.run({ note: form.values.note.trim(), applyAt: isDated ? moscowTime(form.values.apply_at) : null });
  const action = needsSecond ? 'propose' : isDated ? 'schedule' : 'apply';
  return (
    <Modal opened onClose={onClose} title={title} size="xl" closeButtonProps={{ 'aria-label': t('office.cancel') }}>
      <CheckedForm
        className="stack"
        command={submit}
        onSubmit={send}
        waits={'items' in planned ? changesOf(planned.items.map(({ key }) => key)) : undefined}
      >
        {preview.isPending ? <Loading /> : null}
        {submit.error === null ? <CommandProblem error={preview.error} /> : <FormProblem />}
        {effects === undefined ? null : <ChangeEffects preview={effects} />}
        <Textarea {...form.text('note')} label={t('rates.note')} required autosize minRows={1} maxLength={2000} data-autofocus />
        {'rollsBack' in planned ? null : <TextInput {...form.text('apply_at')} type="datetime-local" label={t('rates.apply_at')} />}
        <div className="row">
          <Button type="submit" loading={submit.isPending} disabled={effects === undefined}>
            {t(`rates.${action}`)}
          </Button>
          <Button type="button" variant="subtle" onClick={onClose}>
            {t('office.cancel')}
          </Button>
        </div>
      </CheckedForm>
    </Modal>
  );
}

/** A change that a form of the screen has planned and that `ChangeDialog` confirms. `queryKey`: read again when it is submitted. */
export function usePlannedChange(queryKey: QueryKey) {
  const queries = useQueryClient();
  const [planned, setPlanned] = useState<ChangeItemDocument>();
  const [refusal, setRefusal] = useState<unknown>(null);
  const [submitted, setSubmitted] = useState({ state: '', count: 0 });
  return {
    planned,
    /** Refusal of the last change; null: none. */
    refusal,
    setRefusal,
    /** State of the last submitted change; empty once another one is planned. */
    submittedState: submitted.state,
    /** Changes with each submitted change: the key of a form that then begins anew. */
    submittedCount: submitted.count,
    plan: (item: ChangeItemDocument) => {
      setRefusal(null);
      setSubmitted(({ count }) => ({ state: '', count }));
      setPlanned(item);
    },
    close: () => setPlanned(undefined),
    finish: (state: string) => {
      setPlanned(undefined);
      setSubmitted(({ count }) => ({ state, count: count + 1 }));
      void queries.invalidateQueries({ queryKey });
    },
  };
}

/** Shows the result of the submitted change; empty: nothing was submitted. */
export function SubmittedNotice({ state }: { readonly state: string }) {
  const { t } = useTranslation();
  return (
    <p role="status" className={state === '' ? 'unseen' : 'calm'}>
      {state === '' ? '' : t(`rates.done.${state}`)}
    </p>
  );
}
