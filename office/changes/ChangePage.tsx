import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type ChangeAttributes, officeCancelChange, officeGetChange } from '#contract/office/catalogue/changes.ts';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { Screen, Loaded } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { ChangeItems, ChangeState, GuardLines } from './ChangeDetails.tsx';
import './ChangeDialog.css';

function Facts({ change }: { readonly change: ChangeAttributes }) {
  const { t, locale } = useTranslation();
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

/** Guards, reasons why the change could not be applied, and links to the change it rolls back or was rolled back by. */
function Remarks({ change }: { readonly change: ChangeAttributes }) {
  const { t } = useTranslation();
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

function CancelChange({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const cancel = useCommand(officeCancelChange, { after: [keys.changes(), keys.approvals()], onDone: onClose });
  return (
    <ActionForm
      what={t('rates.cancel_what')}
      submit={t('rates.cancel')}
      note={{ label: t('rates.note'), isRequired: false }}
      isDestructive
      command={cancel}
      onSubmit={(note) => cancel.run({ params: { id }, body: { note } })}
      onCancel={onClose}
    />
  );
}

function ChangeActions({ id, change }: { readonly id: string; readonly change: ChangeAttributes }) {
  const { t, locale } = useTranslation();
  const [openAction, setOpenAction] = useState<'roll_back' | 'cancel' | null>(null);
  const close = () => setOpenAction(null);
  if (openAction === 'cancel') return <CancelChange id={id} onClose={close} />;
  return (
    <div className="row">
      {change.actions.map((action) => (
        <Button key={action} variant="default" size="sm" onClick={() => setOpenAction(action)}>
          {t(`rates.${action}`)}
        </Button>
      ))}
      {openAction === 'roll_back' ? (
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

/** One change: old and new values, author, state, cancelling and rolling back. */
export function ChangePage() {
  const api = useApi();
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: [...keys.changes(), 'one', id],
    queryFn: ({ signal }) => api(officeGetChange, { params: { id }, signal }),
    refetchInterval: 15_000,
  });
  return (
    <Screen title={t('rates.history.one')}>
      <p className="back">
        <Link to={paths.changes()}>{t('rates.history.title')}</Link>
      </p>
      <Loaded query={query}>
        {({ data: { attributes: change } }) => (
          <div className="sheet change">
            <p className="line">
              <ChangeState change={change} />
            </p>
            <p className="note" translate="no">
              {change.note}
            </p>
            <Facts change={change} />
            <Remarks change={change} />
            <ChangeActions id={id} change={change} />
            <ChangeItems id={id} count={change.item_count} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}
