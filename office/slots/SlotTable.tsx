import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { type OfficeSlotAttributes, officeListSlots, officeWithdrawSlot } from '#contract/office/catalogue/slots.ts';
import { oneOf } from '#core/closed-list.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { formatRate } from '#core/format/rate.ts';
import { formatAmount } from '#core/money/amount.ts';
import { SLOT_KINDS } from '#core/slots/slot.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useAction } from '#office/api/use-command.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { clockTime } from '#office/format/moment.ts';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column, Selection } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { type ListAddressState, useListAddress } from '#office/lists/use-list-address.ts';
import { Figures } from '#office/components/Figures.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';

const FILTERS = ['kind', 'state', 'by_rule'] as const;
const SORTS = ['created_at', '-created_at', 'eta_minutes', '-eta_minutes', 'premium_ppm', '-premium_ppm'] as const;
const STATES = ['available', 'held'] as const;
const MAKERS = ['yes', 'no'] as const;

type Row = Resource<OfficeSlotAttributes>;

/** Not held by an order, and not opened by a rule, which would open it again. */
const isWithdrawable = ({ attributes }: Row): boolean => attributes.state === 'available' && !attributes.by_rule;
const nameOf = ({ income_payment_system_id: income, outcome_payment_system_id: outcome }: OfficeSlotAttributes): string =>
  `${income} › ${outcome}`;

function Amount({ slot }: { readonly slot: OfficeSlotAttributes }) {
  const { t } = useTranslation();
  const { outcome_currency_iso_code: currency, outcome_amount: amount, min_outcome_amount: min, max_outcome_amount: max } = slot;
  if (amount !== null) return <Figures amount={amount} currency={currency} />;
  if (max === null && min === null) return t('office.slots.no_limit');
  if (max === null || min === null)
    return (
      <span className="unbroken">
        {max === null ? '≥' : '≤'} <Figures amount={max ?? min ?? '0'} currency={currency} />
      </span>
    );
  return (
    <span className="in-halves">
      <span className="unbroken">
        <Figures amount={min} /> –
      </span>{' '}
      <Figures amount={max} currency={currency} />
    </span>
  );
}

/** `onWithdraw`: undefined where the operator may not withdraw slots. */
const columnsOf = ({ t, locale }: Translation, onWithdraw: ((row: Row) => void) | undefined): readonly Column<Row>[] => [
  {
    key: 'pair',
    label: t('office.slots.pair'),
    cell: ({ attributes }) => (
      <span title={nameOf(attributes)}>
        {attributes.income_name} › {attributes.outcome_name}
      </span>
    ),
  },
  {
    key: 'rate',
    label: t('office.slots.rate'),
    cell: ({ attributes: { rate, income_currency_iso_code: income, outcome_currency_iso_code: outcome } }) => (
      <span className="unbroken">{rate === null ? '—' : formatRate(rate, { income, outcome }, locale)}</span>
    ),
  },
  {
    key: 'kind',
    label: t('office.slots.kind'),
    cell: ({ attributes }) => t(`office.slots.kinds.${attributes.kind}`),
  },
  { key: 'amount', label: t('office.slots.amount'), isNumber: true, cell: ({ attributes }) => <Amount slot={attributes} /> },
  {
    key: 'premium',
    label: t('office.slots.premium'),
    sort: 'premium_ppm',
    isNumber: true,
    cell: ({ attributes }) => formatDecimal(formatAmount(BigInt(attributes.premium_ppm), 4), { locale }),
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
        {orderId === null ? null : <OrderNumber id={orderId} to={paths.order(orderId)} />}
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
          key: 'action',
          label: '',
          cell: (row: Row) =>
            isWithdrawable(row) ? (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`${t('office.slots.withdraw')}: ${nameOf(row.attributes)}`}
                onClick={() => onWithdraw(row)}
              >
                {t('office.slots.withdraw')}
              </Button>
            ) : null,
        },
      ]),
];

/** Withdraws slots one after the other; the first refusal is reported after all were tried. */
const useWithdraw = (onDone: () => void) =>
  useAction(
    async (ids: readonly string[], call) => {
      const refusals: unknown[] = [];
      for (const id of ids) await call(officeWithdrawSlot, { params: { id } }).catch((error: unknown) => refusals.push(error));
      if (refusals.length > 0) throw refusals[0];
    },
    { after: [keys.slots()], onDone },
  );

interface SlotToolsProps {
  readonly list: ListAddressState;
  readonly children: ReactNode;
}

function SlotTools({ list, children }: SlotToolsProps) {
  const { t } = useTranslation();
  const filters = [
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
  ];
  return (
    <ListTools list={list} search={t('office.slots.search')} filters={filters}>
      {children}
    </ListTools>
  );
}

/** Open and held slots; open ones can be withdrawn, one or many at once. */
export function SlotTable({ mayChange }: { readonly mayChange: boolean }) {
  const api = useApi();
  const translation = useTranslation();
  const { t } = translation;
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const sort = oneOf(SORTS, address.sort);
  const slotQuery = {
    ...query,
    kind: oneOf(SLOT_KINDS, address.filters['kind']),
    state: oneOf(STATES, address.filters['state']),
    by_rule: oneOf(MAKERS, address.filters['by_rule']),
    sort: sort && [sort],
  };
  const slots = useQuery({
    queryKey: [...keys.slots(), 'list', slotQuery],
    queryFn: ({ signal }) => api(officeListSlots, { query: slotQuery, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
  const withdraw = useWithdraw(() => setMarked(new Set()));
  const { run } = withdraw;
  const columns = useMemo(() => columnsOf(translation, mayChange ? (row) => run([row.id]) : undefined), [translation, mayChange, run]);
  const rows = slots.data?.data ?? [];
  const withdrawable = rows.filter((row) => marked.has(row.id) && isWithdrawable(row)).map(({ id }) => id);
  const nameById = (id: string): string =>
    rows
      .filter((row) => row.id === id)
      .map(({ attributes }) => nameOf(attributes))
      .join('');
  const selection: Selection = { ids: marked, onMark: setMarked, label: (id) => t('office.slots.mark', { name: nameById(id) }) };
  return (
    <section aria-label={t('office.slots.list')}>
      <SlotTools list={list}>
        {withdrawable.length === 0 ? null : (
          <Button variant="default" size="xs" loading={withdraw.isPending} onClick={() => run(withdrawable)}>
            {t('office.slots.withdraw_marked', { count: withdrawable.length })}
          </Button>
        )}
      </SlotTools>
      <CommandProblem error={withdraw.error} />
      <TableList
        query={slots}
        list={list}
        empty={t('office.slots.none')}
        caption={t('office.slots.list')}
        columns={columns}
        marked={mayChange ? selection : undefined}
      />
    </section>
  );
}
