import type { KeyboardEvent, RefObject } from 'react';
import { OFFICE_VIEWS } from '#contract/office/orders/orders.ts';
import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import { Select, TextInput } from '#office/form/fields.tsx';
import type { SearchText } from '#office/lists/use-list-address.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { PartnerFilter } from './PartnerFilter.tsx';
import type { useOpening } from './use-opening.ts';
import type { QueueFilter } from './use-orders.ts';

export interface QueueToolsProps {
  readonly filter: QueueFilter;
  readonly needsPerson: number;
  /** Name of the filtered partner; null: not loaded. */
  readonly partnerName: string | null;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly searchText: SearchText;
  readonly opening: Pick<ReturnType<typeof useOpening>, 'openFound' | 'forget'>;
  readonly onChange: (change: Partial<QueueFilter>) => void;
}

function Search({ search, searchText: searchInput, opening }: QueueToolsProps) {
  const { t } = useTranslation();
  const { text, setText, settle } = searchInput;
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return;
    settle(event.key === 'Escape' ? '' : text);
    if (event.key === 'Enter' && text.trim() !== '') opening.openFound();
    event.currentTarget.blur();
    // The page handles Enter too
    event.preventDefault();
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
      onChange={(event) => {
        opening.forget();
        setText(event.currentTarget.value);
      }}
      onKeyDown={leave}
    />
  );
}

/** Filters of the queue: view, status, partner, search. */
export function QueueTools(props: QueueToolsProps) {
  const { t } = useTranslation();
  const { filter, needsPerson, partnerName, onChange } = props;
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
      <PartnerFilter partner={filter.partner} name={partnerName} onChange={(partner) => onChange({ partner })} />
      <Search {...props} />
    </div>
  );
}
