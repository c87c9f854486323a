import { Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { officeGetOwnAlarms, officeSaveOwnAlarms } from '#contract/office-alarms.ts';
import { keys } from '#office/api/keys.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';

/** Whether one is written to about what does not matter so much; about money everybody is. */
export function AlarmChoice() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const queryKey = [...keys.alarms(), 'own'];
  const choice = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api(officeGetOwnAlarms, { signal })).data.attributes.by_mail,
  });
  const save = useMutation({
    mutationFn: async (byMail: boolean) => (await api(officeSaveOwnAlarms, { body: { by_mail: byMail } })).data.attributes.by_mail,
    onSuccess: (byMail) => queries.setQueryData(queryKey, byMail),
  });
  return (
    <section className="part">
      <h2>{t('office_staff.alarms.title')}</h2>
      {choice.isError ? <Problem error={choice.error} retry={() => void choice.refetch()} /> : null}
      {choice.data === undefined ? null : (
        <Checkbox
          label={t('office_staff.alarms.by_mail')}
          description={t('office_staff.alarms.hint')}
          checked={save.isPending ? save.variables : choice.data}
          disabled={save.isPending}
          onChange={({ currentTarget }) => save.mutate(currentTarget.checked)}
        />
      )}
      {save.isError ? (
        <p className="problem" role="alert">
          {problemWords(save.error, t)}
        </p>
      ) : null}
    </section>
  );
}
