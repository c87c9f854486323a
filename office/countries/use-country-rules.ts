import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { officeListCountryRules } from '#contract/office/catalogue/countries.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';

/** The rules as they are, and the change that is about to be made of them. */
export function useCountryRules() {
  const api = useApi();
  const queries = useQueryClient();
  const [planned, setPlanned] = useState<ChangeItemDocument>();
  const [refusal, setRefusal] = useState<unknown>(null);
  const [done, setDone] = useState({ state: '', times: 0 });
  const rules = useQuery({
    queryKey: keys.countryRules(),
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(officeListCountryRules, { signal });
      const known = data.map(({ id, attributes }) => ({ country: id, currencies: attributes.currencies }));
      return { known, ...officeListCountryRules.reply.meta.parse(meta) };
    },
    refetchInterval: 5_000,
  });
  return {
    rules,
    planned,
    refusal,
    done,
    plan: (item: ChangeItemDocument) => {
      setRefusal(null);
      setDone(({ times }) => ({ state: '', times }));
      setPlanned(item);
    },
    refused: useCallback((error: unknown) => setRefusal(error), []),
    close: () => setPlanned(undefined),
    finish: (state: string) => {
      setPlanned(undefined);
      setDone(({ times }) => ({ state, times: times + 1 }));
      void queries.invalidateQueries({ queryKey: keys.countryRules() });
    },
  };
}
