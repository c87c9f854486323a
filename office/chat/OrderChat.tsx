import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeBeginChat, officeListChats } from '#contract/office/customers/chat.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ThreadPart } from './ThreadPart.tsx';
import { CHAT_QUERIES } from './use-chat.ts';
import './ChatPage.css';

/** The chat about an order, on the order's screen. */
export function OrderChat({ orderId }: { readonly orderId: string }) {
  const api = useApi();
  const { t } = useTranslation();
  const { actions } = useOperator();
  const chat = useQuery({
    queryKey: [...keys.chat(), 'of-order', orderId],
    queryFn: async ({ signal }) => (await api(officeListChats, { query: { list: 'all', order_id: orderId }, signal })).data[0] ?? null,
    refetchInterval: 30_000,
  });
  const start = useCommand(officeBeginChat, { after: CHAT_QUERIES });
  const id = chat.data?.id ?? start.result?.data.id;
  return (
    <section className="sheet chat-of-order" aria-labelledby="order-chat">
      <h2 id="order-chat">{id === undefined ? t('office_chat.title') : <Link to={paths.chat(id)}>{t('office_chat.title')}</Link>}</h2>
      {id === undefined ? <p className="dim">{t('office_chat.nothing_said')}</p> : <ThreadPart id={id} />}
      {id === undefined && actions.includes('answer_chat') ? (
        <Button size="sm" variant="default" loading={start.isPending} onClick={() => start.run({ params: { id: orderId } })}>
          {t('office_chat.begin')}
        </Button>
      ) : null}
      <CommandProblem error={start.error} />
    </section>
  );
}
