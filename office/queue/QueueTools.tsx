import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { urlOf } from '#contract/call.ts';
import { officeListPartners } from '#contract/office/customers/partners.ts';
import { OFFICE_VIEWS, officeOrdersCsv } from '#contract/office/orders/orders.ts';
import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import { problemMessage } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { Select, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CsvLink, DayFields } from '#office/lists/ListExport.tsx';
import type { SearchText } from '#office/lists/use-list-address.ts';
import type { useOpening } from './use-cursor.ts';
import { fileQueryOf, hasDays, type QueueFilter } from './use-orders.ts';

/** Length of the id prefix shown to operators who may not read partners. */
const ID_PREFIX_LENGTH = 8;

interface PartnerFilterProps {
  readonly partner: string | undefined;
  /** The partner's name; null while not loaded. */
  readonly name: string | null;
  readonly onChange: (partner: string | undefined) => void;
}

/** Filters orders by partner. An operator who may not read partners only sees the partner given in the URL and can clear it. */
function PartnerFilter({ partner, name, onChange }: PartnerFilterProps) {
  const api = useApi();
  const { t } = useTranslation();
  const mayRead = useOperator().actions.includes('read_partners');
  const [searchText, setSearchText] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The field shows the chosen partner's name as its text: that is no search
  const q = searchText === name ? '' : searchText.trim();
  const partners = useQuery({
    queryKey: [...keys.partners(), 'choice', q],
    queryFn: async ({ signal }) => (await api(officeListPartners, { query: q === '' ? {} : { q }, signal })).data,
    enabled: mayRead && isOpen,
    placeholderData: keepPreviousData,
  });
  if (!mayRead && partner === undefined) return null;
  const matches = (partners.data ?? []).map(({ id, attributes }) => ({ value: id, label: attributes.name ?? attributes.email }));
  const emptyMessage = partners.isError
    ? problemMessage(partners.error, t)
    : t(partners.isPending ? 'office.loading' : `office.queue.${q === '' ? 'no_partners' : 'no_such_partner'}`);
  const chosen =
    partner === undefined || matches.some(({ value }) => value === partner)
      ? []
      : [{ value: partner, label: name ?? partner.slice(0, ID_PREFIX_LENGTH) }];
  return (
    <Select
      className="partner-filter"
      size="xs"
      clearable
      searchable={mayRead}
      aria-label={t('office.queue.partner')}
      placeholder={t('office.queue.partner')}
      data={[...chosen, ...matches]}
      // The server searches names, e-mails and keys; the chosen partner need not match the text
      filter={({ options }) =>
        q === '' ? options : options.filter((option) => 'value' in option && matches.some(({ value }) => value === option.value))
      }
      nothingFoundMessage={emptyMessage}
      value={partner ?? null}
      onSearchChange={setSearchText}
      onDropdownOpen={() => setOpen(true)}
      onChange={(value) => onChange(value ?? undefined)}
    />
  );
}

interface QueueToolsProps {
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
  const mayExport = useOperator().actions.includes('export_orders');
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
      />
      <PartnerFilter partner={filter.partner} name={partnerName} onChange={(partner) => onChange({ partner })} />
      <Search {...props} />
      {hasDays(filter) ? (
        <div className="list-actions">
          <DayFields days={filter.days} onChange={(days) => onChange({ days })} />
          {mayExport ? <CsvLink href={urlOf(officeOrdersCsv, { query: fileQueryOf(filter) })} /> : null}
        </div>
      ) : null}
    </div>
  );
}
