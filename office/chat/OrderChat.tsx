import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { officeBeginChat, officeListChats } from '#contract/office/customers/chat.ts';
import { keys } from '#office/api/keys.ts';
import { problemMessage } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ThreadPart } from './ThreadPart.tsx';
import './ChatPage.css';

/** The talk about an order, on the order's own screen. */
export function OrderChat({ orderId }: { readonly orderId: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const { actions } = useOperator();
  const found = useQuery({
    queryKey: [...keys.chat(), 'of-order', orderId],
    queryFn: async ({ signal }) => (await api(officeListChats, { query: { list: 'all', order_id: orderId }, signal })).data[0] ?? null,
    refetchInterval: 30_000,
  });
  const begin = useMutation({
    mutationFn: () => api(officeBeginChat, { params: { id: orderId } }),
    onSuccess: ({ data }) => setBegun(data.id),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.chat() }),
  });
  const [begun, setBegun] = useState<string>();
  const id = found.data?.id ?? begun;
  return (
    <section className="sheet chat-of-order" aria-labelledby="order-chat">
      <h2 id="order-chat">{id === undefined ? t('office_chat.title') : <Link to={paths.chat(id)}>{t('office_chat.title')}</Link>}</h2>
      {id === undefined ? <p className="dim">{t('office_chat.nothing_said')}</p> : <ThreadPart id={id} />}
      {id === undefined && actions.includes('answer_chat') ? (
        <Button size="sm" variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
          {t('office_chat.begin')}
        </Button>
      ) : null}
      {begin.isError ? (
        <p className="problem" role="alert">
          {problemMessage(begin.error, t)}
        </p>
      ) : null}
    </section>
  );
}
