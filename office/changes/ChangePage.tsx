import { Button, Loader } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { type ChangeAttributes, officeCancelChange, officeGetChange } from '#contract/office-changes.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { FactList } from '#office/pieces/FactList.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { GuardLines } from './GuardLines.tsx';
import { ChangeItems } from './ChangeItems.tsx';
import { ChangeState } from './ChangeState.tsx';

function Facts({ change }: { readonly change: ChangeAttributes }) {
  const { t, locale } = useWords();
  const time = (at: string | null) => (at === null ? undefined : clockTime(at, locale));
  const facts = [
    ['author', `${change.author}, ${clockTime(change.created_at, locale)}`],
    ['apply_at', time(change.apply_at)],
    ['applied_at', time(change.applied_at)],
    ['approved_by', change.approved_by],
    ['ended_by', change.ended_by],
  ] as const;
  return (
    <FactList
      facts={facts.flatMap(([name, value]) => (value === undefined || value === null ? [] : [{ name: t(`rates.fact.${name}`), value }]))}
    />
  );
}

/** What asked for a second person, why it could not be applied, and what it takes back or was taken back by. */
function Remarks({ change }: { readonly change: ChangeAttributes }) {
  const { t } = useWords();
  return (
    <ul className="change-remarks">
      <GuardLines guards={change.guards} />
      {change.state === 'waiting' ? (
        <li>
          <Link to={paths.approvals()}>{t('rates.waits')}</Link>
        </li>
      ) : null}
      {change.problem?.slice(0, 8).map(({ code, key, member }) => (
        <li key={`${code}-${key}-${member}`} className="late">
          {key === null ? t('rates.declined') : t('rates.overtaken', { key, member: member ?? '' })}
        </li>
      ))}
      {change.rolls_back === null ? null : (
        <li>
          <Link to={paths.change(change.rolls_back)}>{t('rates.rolls_back')}</Link>
        </li>
      )}
      {change.rolled_back_by === null ? null : (
        <li>
          <Link to={paths.change(change.rolled_back_by)}>{t('rates.rolled_back_by')}</Link>
        </li>
      )}
    </ul>
  );
}

function Cancelling({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const cancel = useMutation({
    mutationFn: (note: string) => api(officeCancelChange, { params: { id }, body: { note } }),
    onSuccess: onClose,
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: keys.changes() });
      await queries.invalidateQueries({ queryKey: keys.approvals() });
    },
  });
  return (
    <DeedForm
      what={t('rates.cancel_what')}
      submit={t('rates.cancel')}
      note={{ label: t('rates.note'), isRequired: false }}
      isGrave
      isBusy={cancel.isPending}
      error={cancel.error}
      onSubmit={(note) => cancel.mutate(note)}
      onCancel={onClose}
    />
  );
}

function Deeds({ id, change }: { readonly id: string; readonly change: ChangeAttributes }) {
  const { t, locale } = useWords();
  const [asked, setAsked] = useState<'roll_back' | 'cancel' | null>(null);
  const close = () => setAsked(null);
  if (asked === 'cancel') return <Cancelling id={id} onClose={close} />;
  return (
    <div className="row">
      {change.actions.map((action) => (
        <Button key={action} variant="default" size="sm" onClick={() => setAsked(action)}>
          {t(`rates.${action}`)}
        </Button>
      ))}
      {asked === 'roll_back' ? (
        <ChangeDialog
          planned={{ rollsBack: id }}
          title={t('rates.roll_back')}
          note={t('rates.roll_back_note', { at: clockTime(change.created_at, locale) })}
          onDone={(state) => {
            close();
            notifications.show({ message: t(`rates.done.${state}`) });
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

/** One change: what it was before and is after, who made it, and the way back. */
export function ChangePage() {
  const api = useApi();
  const { t } = useWords();
  const { id = '' } = useParams();
  const asked = useQuery({
    queryKey: [...keys.changes(), 'one', id],
    queryFn: ({ signal }) => api(officeGetChange, { params: { id }, signal }),
    refetchInterval: 15_000,
  });
  useEffect(() => {
    document.title = t('rates.history.one');
  }, [t]);
  const change = asked.data?.data.attributes;
  return (
    <>
      <h1>{t('rates.history.one')}</h1>
      <p className="back">
        <Link to={paths.changes()}>{t('rates.history.title')}</Link>
      </p>
      {asked.isError ? <Problem error={asked.error} retry={() => void asked.refetch()} /> : null}
      {asked.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
      {change === undefined ? null : (
        <div className="sheet change">
          <p className="line">
            <ChangeState change={change} />
          </p>
          <p className="note" translate="no">
            {change.note}
          </p>
          <Facts change={change} />
          <Remarks change={change} />
          <Deeds id={id} change={change} />
          <ChangeItems id={id} count={change.item_count} />
        </div>
      )}
    </>
  );
}
