import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { type CardCheckAttributes, officeListCardChecks } from '#contract/office/orders/card-verifications.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { clockTime, hourOfDay } from '#office/format/moment.ts';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { Age } from '#office/components/Age.tsx';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { useNextCard } from './use-card-action.ts';
import './CardPage.css';

const KEY_NAMES = { next_card: 'n' };

const FILTERS = ['state'] as const;
type Row = Resource<CardCheckAttributes>;

function State({ row: { attributes: check } }: { readonly row: Row }) {
  const { t } = useTranslation();
  const isHeld = check.status === 'processing';
  const label = isHeld
    ? check.is_mine
      ? t('office_cards.mine')
      : t('office_cards.theirs', { who: check.held_by ?? '' })
    : t(`office_cards.state.${check.status}`);
  return <span className={`badge ${isHeld ? 'calm' : check.status === 'pending' ? 'person' : 'time'}`}>{label}</span>;
}

const CardLink = ({ id, masked }: { readonly id: string; readonly masked: string }) => (
  <Link to={paths.cardCheck(id)} className="code">
    {masked}
  </Link>
);
const OrderLink = ({ id }: { readonly id: string | null }) => (id === null ? null : <OrderNumber id={id} to={paths.order(id)} />);

/** How many cards wait, when verifiers work, and the button (key N) that takes the next card. */
function Head({ waiting, opensAt }: { readonly waiting: number; readonly opensAt: string | null }) {
  const { t, locale } = useTranslation();
  const next = useNextCard();
  const take = () => {
    if (!next.isPending) next.run({ body: {} });
  };
  useKeys({ n: take }, 'page', KEY_NAMES);
  return (
    <div className="row card-queue-head">
      <Button size="sm" loading={next.isPending} disabled={waiting === 0} onClick={take}>
        {t('office_cards.next')}
      </Button>
      <span className="dim">{t('office_cards.waiting', { count: waiting })}</span>
      {opensAt === null ? null : <span className="dim">{t('office_cards.closed', { at: hourOfDay(opensAt, locale) })}</span>}
      <CommandProblem error={next.error} />
    </div>
  );
}

function columnsOf(t: Translation['t'], locale: Translation['locale'], state: 'open' | 'decided'): readonly Column<Row>[] {
  return [
    { key: 'card', label: t('office_cards.card'), cell: ({ id, attributes }) => <CardLink id={id} masked={attributes.card_masked} /> },
    { key: 'holder', label: t('office_cards.holder'), cell: ({ attributes }) => attributes.name },
    { key: 'bank', label: t('office_cards.bank'), cell: ({ attributes }) => attributes.issuing_bank },
    { key: 'state', label: t('office_cards.state_title'), cell: (row) => <State row={row} /> },
    {
      key: 'sent',
      label: t('office_cards.sent'),
      cell: ({ attributes: { created_at: sent, decided_at: decided } }) =>
        state === 'open' ? <Age at={sent} serverOffsetMs={0} /> : clockTime(decided ?? sent, locale),
    },
    { key: 'order', label: t('office_cards.order'), cell: ({ attributes }) => <OrderLink id={attributes.order_id} /> },
  ];
}

/** Cards to verify, the longest waiting first. */
export function CardsPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const state = address.filters['state'] === 'decided' ? 'decided' : 'open';
  const cards = useQuery({
    queryKey: [...keys.cardChecks(), state, query],
    queryFn: ({ signal }) => api(officeListCardChecks, { query: { state, ...query }, signal }),
    refetchInterval: 3_000,
  });
  const waiting = Number(cards.data?.meta['waiting'] ?? 0);
  const opensAt = cards.data?.meta['opens_at'];
  return (
    <Screen title={t('office_cards.title')}>
      <Head waiting={waiting} opensAt={typeof opensAt === 'string' ? opensAt : null} />
      <ListTools
        list={list}
        search={t('office_cards.search')}
        filters={[{ name: 'state', label: t('office_cards.which'), choices: [{ value: 'decided', label: t('office_cards.decided') }] }]}
      />
      <TableList
        query={cards}
        list={list}
        empty={t(state === 'open' ? 'office_cards.none' : 'office_cards.none_decided')}
        views={['state']}
        caption={t('office_cards.title')}
        columns={columnsOf(t, locale, state)}
      />
    </Screen>
  );
}
