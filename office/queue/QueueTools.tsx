import { Select, TextInput } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { OFFICE_VIEWS } from '#contract/office-orders.ts';
import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import { useWords } from '#office/words/Words.tsx';
import type { QueueFilter } from './use-orders.ts';

const TYPING_PAUSE_MS = 200;

export interface QueueToolsProps {
  readonly filter: QueueFilter;
  readonly needsPerson: number;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onChange: (change: Partial<QueueFilter>) => void;
}

function Search({ filter, search, onChange }: QueueToolsProps) {
  const { t } = useWords();
  const [text, setText] = useState(filter.q);
  const [known, setKnown] = useState(filter.q);
  // The address may change without typing: "back", a view chosen by key
  if (known !== filter.q) {
    setKnown(filter.q);
    setText(filter.q);
  }
  useEffect(() => {
    if (text.trim() === filter.q) return undefined;
    const pause = setTimeout(() => onChange({ q: text.trim() }), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text, filter.q, onChange]);
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return;
    if (event.key === 'Escape') setText('');
    onChange({ q: event.key === 'Escape' ? '' : text.trim() });
    event.currentTarget.blur();
  };
  return (
    <TextInput
      ref={search}
      className="search"
      size="xs"
      type="search"
      aria-label={t('office.queue.search')}
      placeholder={t('office.queue.search')}
      rightSection={<kbd>/</kbd>}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={leave}
    />
  );
}

/** Which orders are shown. */
export function QueueTools(props: QueueToolsProps) {
  const { t } = useWords();
  const { filter, needsPerson, onChange } = props;
  const statuses = ORDER_STATUSES.map((status) => ({ value: status, label: t(`office.status.${status}`) }));
  return (
    <div className="tools">
      <fieldset className="views">
        <legend className="unseen">{t('office.queue.views')}</legend>
        {OFFICE_VIEWS.map((view) => (
          <button key={view} type="button" aria-pressed={filter.q === '' && filter.view === view} onClick={() => onChange({ view, q: '' })}>
            {t(`office.queue.view.${view}`)}
            {view === 'needs_person' ? <span className="count">{needsPerson}</span> : null}
          </button>
        ))}
      </fieldset>
      <Select
        className="status-filter"
        size="xs"
        clearable
        searchable
        aria-label={t('office.queue.status')}
        placeholder={t('office.queue.status')}
        data={statuses}
        value={filter.status ?? null}
        onChange={(value) => onChange({ status: ORDER_STATUSES.find((status): status is OrderStatus => status === value) })}
        clearButtonProps={{ 'aria-label': t('office.clear') }}
      />
      <Search {...props} />
    </div>
  );
}
