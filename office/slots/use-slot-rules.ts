import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { officeListSlotRules } from '#contract/office/catalogue/slot-rules.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import type { KnownRule } from './rule-draft.ts';

/** The rules, the one that is edited, and the change that is about to be made of them. */
export function useSlotRules() {
  const api = useApi();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<KnownRule>();
  const [planned, setPlanned] = useState<ChangeItemDocument>();
  const [refusal, setRefusal] = useState<unknown>(null);
  const [done, setDone] = useState<{ readonly state: string; readonly times: number }>();
  const rules = useQuery({
    queryKey: [...keys.slots(), 'rules'],
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(officeListSlotRules, { signal });
      return { known: data, systems: officeListSlotRules.reply.meta.parse(meta).payment_systems };
    },
    refetchInterval: 5_000,
  });
  const plan = (item: ChangeItemDocument) => {
    setRefusal(null);
    setDone((before) => before && { ...before, state: '' });
    setPlanned(item);
  };
  return {
    rules,
    edited,
    planned,
    refusal,
    done,
    plan,
    edit: (rule: KnownRule | undefined) => {
      setRefusal(null);
      setEdited(rule);
    },
    refused: useCallback((error: unknown) => setRefusal(error), []),
    close: () => setPlanned(undefined),
    finish: (state: string) => {
      setPlanned(undefined);
      setEdited(undefined);
      setDone((before) => ({ state, times: (before?.times ?? 0) + 1 }));
      void queries.invalidateQueries({ queryKey: keys.slots() });
    },
  };
}
