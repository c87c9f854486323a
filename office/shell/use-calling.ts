import { useQuery } from '@tanstack/react-query';
import { officeListApprovals } from '#contract/office-approvals.ts';
import { officeListChats } from '#contract/office-chat.ts';
import { officeListIncidents } from '#contract/office-incidents.ts';
import { officeListReviews } from '#contract/office-reviews.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useOperator } from './operator.ts';

/** Hints come by the stream; this is for the case that they do not. */
const POLL_MS = 30_000;
/** The count is in the answer's meta; one row is the least one may ask for. */
const COUNT_ONLY = { state: 'open', per: '1' } as const;

const countOf = (meta: Readonly<Record<string, unknown>> | undefined, name: 'open' | 'mine' | 'waiting' | 'total'): number => {
  const count = meta?.[name];
  return typeof count === 'number' ? count : 0;
};

/** What calls this operator from the other pages: proposals he may approve, open incidents, reviews to be read; `mine`: those that call his role. */
export function useCalling(): Readonly<Record<'approvals' | 'incidents' | 'chats' | 'reviews' | 'mine', number>> {
  const api = useApi();
  const { actions } = useOperator();
  const approvals = useQuery({
    queryKey: [...keys.approvals(), 'count'],
    queryFn: async ({ signal }) => (await api(officeListApprovals, { query: COUNT_ONLY, signal })).meta,
    enabled: actions.includes('read_approvals'),
    refetchInterval: POLL_MS,
  });
  const incidents = useQuery({
    queryKey: [...keys.incidents(), 'count'],
    queryFn: async ({ signal }) => (await api(officeListIncidents, { query: COUNT_ONLY, signal })).meta,
    enabled: actions.includes('read_incidents'),
    refetchInterval: POLL_MS,
  });
  const chats = useQuery({
    queryKey: [...keys.chat(), 'count'],
    queryFn: async ({ signal }) => (await api(officeListChats, { query: { list: 'waiting', per: '1' }, signal })).meta,
    enabled: actions.includes('read_chat'),
    refetchInterval: POLL_MS,
  });
  const reviews = useQuery({
    queryKey: [...keys.reviews(), 'count'],
    queryFn: async ({ signal }) => (await api(officeListReviews, { query: { state: 'pending', per: '1' }, signal })).meta,
    enabled: actions.includes('moderate_reviews'),
    refetchInterval: POLL_MS,
  });
  return {
    reviews: countOf(reviews.data, 'total'),
    chats: countOf(chats.data, 'waiting'),
    approvals: countOf(approvals.data, 'open'),
    incidents: countOf(incidents.data, 'open'),
    mine: countOf(incidents.data, 'mine'),
  };
}
