import { Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { officeGetOwnAlarms, officeSaveOwnAlarms } from '#contract/office/shop/alarms.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/components/Problem.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Whether one is written to about what does not matter so much; about money everybody is. */
export function AlarmChoice() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const queryKey = [...keys.alarms(), 'own'];
  const choice = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api(officeGetOwnAlarms, { signal })).data.attributes.by_mail,
  });
  const save = useCommand(officeSaveOwnAlarms, { onDone: ({ data }) => queries.setQueryData(queryKey, data.attributes.by_mail) });
  return (
    <section className="part">
      <h2>{t('office_staff.alarms.title')}</h2>
      {choice.isError ? <Problem error={choice.error} retry={() => void choice.refetch()} /> : null}
      {choice.data === undefined ? null : (
        <Checkbox
          label={t('office_staff.alarms.by_mail')}
          description={t('office_staff.alarms.hint')}
          checked={save.isPending ? save.input?.body.by_mail : choice.data}
          disabled={save.isPending}
          onChange={({ currentTarget }) => save.run({ body: { by_mail: currentTarget.checked } })}
        />
      )}
      <CommandProblem error={save.error} />
    </section>
  );
}
