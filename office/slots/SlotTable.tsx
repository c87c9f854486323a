import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { type OfficeSlotAttributes, officeListSlots, officeWithdrawSlot } from '#contract/office/catalogue/slots.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import { SLOT_KINDS } from '#core/slots/slot.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { Figures } from '#office/components/Figures.tsx';
import { Problem } from '#office/components/Problem.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';

const FILTERS = ['kind', 'state', 'by_rule'] as const;
const SORTS = ['created_at', '-created_at', 'eta_minutes', '-eta_minutes', 'premium_ppm', '-premium_ppm'] as const;
const STATES = ['available', 'held'] as const;
const MAKERS = ['yes', 'no'] as const;

type Row = Resource<OfficeSlotAttributes>;

/** What a person may take back: nobody holds it, and no rule would open it again. */
const isOurs = ({ attributes }: Row): boolean => attributes.state === 'available' && !attributes.by_rule;
const nameOf = ({ attributes }: Row): string => `${attributes.income_payment_system_id} › ${attributes.outcome_payment_system_id}`;

function Amount({ slot }: { readonly slot: OfficeSlotAttributes }) {
  const { t } = useTranslation();
  const { outcome_currency_iso_code: currency, outcome_amount: whole, min_outcome_amount: least, max_outcome_amount: most } = slot;
  if (whole !== null) return <Figures amount={whole} currency={currency} />;
  if (most === null && least === null) return t('office.slots.no_limit');
  if (most === null || least === null)
    return (
      <span className="unbroken">
        {most === null ? '≥' : '≤'} <Figures amount={most ?? least ?? '0'} currency={currency} />
      </span>
    );
  return (
    <span className="in-halves">
      <span className="unbroken">
        <Figures amount={least} /> –
      </span>{' '}
      <Figures amount={most} currency={currency} />
    </span>
  );
}

/** `onWithdraw` is there where the operator may take slots back. */
const columnsOf = ({ t, locale }: Translation, onWithdraw: ((row: Row) => void) | undefined): readonly Column<Row>[] => [
  {
    key: 'pair',
    label: t('office.slots.pair'),
    cell: ({ attributes }) => (
      <span className="code in-halves">
        <span className="unbroken">{attributes.income_payment_system_id} ›</span>{' '}
        <span className="unbroken">{attributes.outcome_payment_system_id}</span>
      </span>
    ),
  },
  {
    key: 'kind',
    label: t('office.slots.kind'),
    cell: ({ attributes }) => <span className="unbroken">{t(`office.slots.kinds.${attributes.kind}`)}</span>,
  },
  { key: 'amount', label: t('office.slots.amount'), isNumber: true, cell: ({ attributes }) => <Amount slot={attributes} /> },
  {
    key: 'premium',
    label: t('office.slots.premium'),
    sort: 'premium_ppm',
    isNumber: true,
    cell: ({ attributes }) => `${formatDecimal(formatAmount(BigInt(attributes.premium_ppm), 4), { locale })} %`,
  },
  {
    key: 'eta',
    label: t('office.slots.minutes'),
    sort: 'eta_minutes',
    isNumber: true,
    cell: ({ attributes }) => attributes.eta_minutes,
  },
  {
    key: 'state',
    label: t('office.slots.state_title'),
    cell: ({ attributes: { state, by_rule: byRule, order_id: orderId } }) => (
      <span>
        <span className={`badge ${state === 'held' ? 'time' : 'calm'}`}>{t(`office.slots.state.${state}`)}</span>{' '}
        {orderId === null ? null : (
          <Link to={paths.order(orderId)} title={orderId}>
            {orderId.slice(0, 8)}…
          </Link>
        )}
        {byRule ? <span className="dim">{t('rates.slot_rule.by_rule')}</span> : null}
      </span>
    ),
  },
  {
    key: 'at',
    label: t('office.slots.created'),
    sort: 'created_at',
    cell: ({ attributes }) => <span className="unbroken">{clockTime(attributes.created_at, locale)}</span>,
  },
  ...(onWithdraw === undefined
    ? []
    : [
        {
          key: 'deed',
          label: '',
          cell: (row: Row) =>
            isOurs(row) ? (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`${t('office.slots.withdraw')}: ${nameOf(row)}`}
                onClick={() => onWithdraw(row)}
              >
                {t('office.slots.withdraw')}
              </Button>
            ) : null,
        },
      ]),
];

/** Takes slots back one after the other; one that somebody has taken meanwhile is left and told. */
function useWithdrawing(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const refused: unknown[] = [];
      for (const id of ids) await api(officeWithdrawSlot, { params: { id } }).catch((error: unknown) => refused.push(error));
      if (refused.length > 0) throw refused[0];
    },
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.slots() }),
  });
}

/** What stands open, or is held by an order: found, sorted, taken back one by one or many at once. */
export function SlotTable({ mayChange }: { readonly mayChange: boolean }) {
  const api = useApi();
  const words = useTranslation();
  const { t } = words;
  const used = useListAddress(FILTERS);
  const { address, change, query } = used;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const sort = SORTS.find((one) => one === address.sort);
  const asking = {
    ...query,
    kind: SLOT_KINDS.find((one) => one === address.filters['kind']),
    state: STATES.find((one) => one === address.filters['state']),
    by_rule: MAKERS.find((one) => one === address.filters['by_rule']),
    sort: sort && [sort],
  };
  const asked = useQuery({
    queryKey: [...keys.slots(), 'list', asking],
    queryFn: ({ signal }) => api(officeListSlots, { query: asking, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
  const withdraw = useWithdrawing(() => setMarked(new Set()));
  const { mutate } = withdraw;
  const columns = useMemo(() => columnsOf(words, mayChange ? (row) => mutate([row.id]) : undefined), [words, mayChange, mutate]);
  const rows = asked.data?.data ?? [];
  const ours = rows.filter((row) => marked.has(row.id) && isOurs(row)).map(({ id }) => id);
  return (
    <section aria-label={t('office.slots.list')}>
      <ListTools
        list={used}
        search={t('office.slots.search')}
        filters={[
          {
            name: 'kind',
            label: t('office.slots.kind'),
            choices: SLOT_KINDS.map((value) => ({ value, label: t(`office.slots.kinds.${value}`) })),
          },
          {
            name: 'state',
            label: t('office.slots.state_title'),
            choices: STATES.map((value) => ({ value, label: t(`office.slots.state.${value}`) })),
          },
          {
            name: 'by_rule',
            label: t('office.slots.maker'),
            choices: MAKERS.map((value) => ({ value, label: t(`office.slots.makers.${value}`) })),
          },
        ]}
      >
        {ours.length === 0 ? null : (
          <Button variant="default" size="xs" loading={withdraw.isPending} onClick={() => mutate(ours)}>
            {t('office.slots.withdraw_marked', { count: ours.length })}
          </Button>
        )}
      </ListTools>
      {withdraw.isError ? <Problem error={withdraw.error} /> : null}
      <ListBody query={asked} list={used} empty={t('office.slots.none')}>
        <ListTable
          caption={t('office.slots.list')}
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          isBusy={asked.isPlaceholderData}
          {...(mayChange
            ? {
                marked: {
                  ids: marked,
                  onMark: setMarked,
                  label: (id: string) =>
                    t('office.slots.mark', {
                      name: rows
                        .filter((row) => row.id === id)
                        .map(nameOf)
                        .join(''),
                    }),
                },
              }
            : {})}
        />
      </ListBody>
    </section>
  );
}
