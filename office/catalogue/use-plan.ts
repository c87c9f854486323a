import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type CataloguePlan, officeApplyPlan, officePreviewPlan } from '#contract/office/catalogue/catalogue.ts';
import { keys } from '#office/api/keys.ts';
import { statusOf } from '#office/api/call-failure.ts';
import { useApi } from '#office/api/use-api.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** A plan looked at and then applied: what is applied is exactly what was looked at. */
export function usePlan(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const key = useRef<string | null>(null);
  const preview = useMutation({ mutationFn: (plan: CataloguePlan) => api(officePreviewPlan, { body: { plan } }) });
  const apply = useMutation({
    mutationFn: (body: { readonly plan: CataloguePlan; readonly digest: string; readonly note: string }) => {
      key.current ??= crypto.randomUUID();
      return api(officeApplyPlan, { body, idempotencyKey: key.current });
    },
    onSuccess: ({ data }) => {
      notifications.show({ message: t(`catalogue_desk.saved.${data.attributes.state}`) });
      preview.reset();
      onDone();
    },
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      for (const name of [keys.catalogue(), keys.changes(), keys.approvals()]) void queries.invalidateQueries({ queryKey: name });
    },
  });
  return { preview, apply };
}
export type UsedPlan = ReturnType<typeof usePlan>;
