import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '#office/api/keys.ts';
import { useWords } from '#office/words/Words.tsx';

/** What the server adds to a section: not the owner's to edit. */
interface Added {
  readonly version: number;
  readonly changed_at: string | null;
  readonly changed_by: string | null;
}

interface SectionCalls<V extends object> {
  readonly name: string;
  readonly read: (signal: AbortSignal) => Promise<V & Added>;
  readonly save: (value: V & { readonly version: number }) => Promise<V & Added>;
  /** What stands there by itself means something once a person has kept it: it can be saved as it is. */
  readonly isToBeKept?: boolean;
}

/**
 * A section of the settings in a form: what is typed stands over what is stored until it is saved. Somebody else's change
 * meanwhile is refused by the server; what was typed stays.
 */
export function useSection<V extends object>({ name, read, save, isToBeKept = false }: SectionCalls<V>) {
  const queries = useQueryClient();
  const { t } = useWords();
  const stored = useQuery({ queryKey: keys.settings(name), queryFn: ({ signal }) => read(signal), refetchOnWindowFocus: false });
  const [typed, setTyped] = useState<Partial<V>>({});
  const saving = useMutation({
    mutationFn: (value: V & { readonly version: number }) => save(value),
    onSuccess: (saved) => {
      queries.setQueryData(keys.settings(name), saved);
      setTyped({});
      notifications.show({ message: t('office_opening.saved') });
      void queries.invalidateQueries({ queryKey: keys.opening() });
    },
  });
  const reload = async () => {
    saving.reset();
    await stored.refetch();
  };
  const submit = () => {
    if (stored.data === undefined) return;
    const { changed_at: _at, changed_by: _by, ...value } = { ...stored.data, ...typed };
    saving.mutate(value as V & { readonly version: number });
  };
  return {
    value: stored.data === undefined ? undefined : ({ ...stored.data, ...typed } as V),
    loading: stored,
    change: (part: Partial<V>) => setTyped((before) => ({ ...before, ...part })),
    isChanged: Object.keys(typed).length > 0 || (isToBeKept && stored.data?.version === 0),
    saving,
    submit,
    reload,
  };
}
