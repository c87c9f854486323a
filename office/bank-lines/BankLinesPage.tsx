import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { urlOf } from '#contract/call.ts';
import { officeBankLinesCsv, officeListBankLines } from '#contract/office/money/bank-lines.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { CsvLink, DAY_FILTERS, daysOf, filtersOf, ListDays } from '#office/lists/ListExport.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useManualSystems } from '#office/pool/pool-systems.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { LineCard } from './LineCard.tsx';
import { StatementForm } from './StatementForm.tsx';

const FILTERS = ['state', 'payment_system_id', ...DAY_FILTERS] as const;

/** Bank lines without an order, and the ended ones. */
export function BankLinesPage() {
  const api = useApi();
  const { t } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const systems = useManualSystems();
  const mayRecord = useOperator().actions.includes('record_statements');
  const [isAdding, setAdding] = useState(false);
  const [message, setMessage] = useState('');
  const state = address.filters['state'] === 'ended' ? 'ended' : 'unmatched';
  const code = address.filters['payment_system_id'];
  const days = daysOf(address.filters);
  const queryKey = [...keys.bankLines(), state, code, days, query];
  const lines = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListBankLines, { query: { state, payment_system_id: code, ...days, ...query }, signal }),
    refetchInterval: 15_000,
  });
  const rows = useRowsWhileEditing(lines, queryKey);
  return (
    <Screen title={t('office_by_hand.lines.title')}>
      <ListTools
        list={list}
        search={t('office_by_hand.lines.search')}
        filters={[
          {
            name: 'state',
            label: t('office_by_hand.lines.which'),
            choices: [{ value: 'ended', label: t('office_by_hand.lines.list.ended') }],
          },
          {
            name: 'payment_system_id',
            label: t('office_by_hand.system'),
            choices: systems.map(({ code: value, name }) => ({ value, label: name })),
          },
        ]}
      >
        <ListDays list={list} />
        <CsvLink href={urlOf(officeBankLinesCsv, { query: { ...filtersOf(list), state } })} />
        {mayRecord && systems.length > 0 ? (
          <Button size="xs" onClick={() => setAdding(true)}>
            {t('office_by_hand.lines.add')}
          </Button>
        ) : null}
      </ListTools>
      {message === '' ? null : (
        <p className="note" role="status">
          {message}
        </p>
      )}
      <ListBody query={rows.query} list={list} empty={t(`office_by_hand.lines.none.${state}`)} views={['state']}>
        <Cards list={rows}>{(line) => <LineCard line={line} />}</Cards>
      </ListBody>
      {isAdding ? (
        <StatementForm
          onClose={() => setAdding(false)}
          onDone={(text) => {
            setMessage(text);
            setAdding(false);
          }}
        />
      ) : null}
    </Screen>
  );
}
