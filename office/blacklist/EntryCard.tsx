import { Button } from '@mantine/core';
import { useState } from 'react';
import { type BlacklistEntryAttributes, officeEndBlacklistEntry } from '#contract/office/customers/blacklist.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { clockTime } from '#office/format/moment.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

function EndEntry({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const end = useCommand(officeEndBlacklistEntry, { after: [keys.blacklist(), keys.customers()], onDone: onClose });
  return (
    <ActionForm
      what={t('customers_desk.list.end_what')}
      submit={t('customers_desk.list.end')}
      note={{ label: t('customers_desk.list.end_note'), isRequired: true }}
      command={end}
      onSubmit={(note) => end.run({ params: { id }, body: { note } })}
      onCancel={onClose}
    />
  );
}

export interface EntryCardProps {
  readonly id: string;
  readonly entry: BlacklistEntryAttributes;
}

/** A blacklist entry: what it matches, why, until when, and how often it matched. */
export function EntryCard({ id, entry }: EntryCardProps) {
  const { t, locale } = useTranslation();
  const mayEnd = useOperator().actions.includes('change_blacklist') && entry.is_active;
  const [isEnding, setEnding] = useState(false);
  const at = (moment: string) => clockTime(moment, locale);
  return (
    <>
      <p className="line">
        <strong>{t(`customers_desk.kind.${entry.kind}`)}</strong>
        <span className="code" translate="no">
          {entry.masked}
        </span>
        <span className="badge person">{t(`customers_desk.reason.${entry.reason}`)}</span>
        {entry.is_active ? null : <span className="badge">{t('customers_desk.list.over')}</span>}
      </p>
      <p className="note" translate="no">
        {entry.note}
      </p>
      <p className="dim">
        {t('customers_desk.list.made', { who: entry.made_by, at: at(entry.made_at) })}
        {' · '}
        {entry.ends_at === null ? t('customers_desk.list.for_ever') : t('customers_desk.list.until', { at: at(entry.ends_at) })}
        {entry.last_hit_at === null ? '' : ` · ${t('customers_desk.list.hits', { count: entry.hits, at: at(entry.last_hit_at) })}`}
      </p>
      {entry.ended_by === null || entry.ended_at === null ? null : (
        <p className="dim">
          {t('customers_desk.list.ended', { who: entry.ended_by, at: at(entry.ended_at) })} <span translate="no">{entry.end_note}</span>
        </p>
      )}
      {isEnding ? (
        <EndEntry id={id} onClose={() => setEnding(false)} />
      ) : mayEnd ? (
        <div className="row">
          <Button size="xs" variant="default" onClick={() => setEnding(true)}>
            {t('customers_desk.list.end')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
