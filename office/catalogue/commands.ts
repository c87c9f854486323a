import { officeApplyPlan, officePreviewPlan } from '#contract/office/catalogue/plans.ts';
import { officeSubmitChange } from '#contract/office/catalogue/changes.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const CHANGED_QUERIES = [keys.catalogue(), keys.changes(), keys.approvals()];

/** Saves catalogue documents as one change. */
export function useSave(onDone: () => void) {
  const { t } = useTranslation();
  return useCommand(officeSubmitChange, {
    after: CHANGED_QUERIES,
    success: ({ data }) => t(`catalogue_desk.saved.${data.attributes.state}`),
    onDone,
  });
}

/** A plan, previewed and then applied: the digest makes sure that the previewed plan is the applied one. */
export function usePlan(onDone: () => void) {
  const { t } = useTranslation();
  const preview = useCommand(officePreviewPlan);
  const apply = useCommand(officeApplyPlan, {
    after: CHANGED_QUERIES,
    success: ({ data }) => t(`catalogue_desk.saved.${data.attributes.state}`),
    onDone() {
      preview.reset();
      onDone();
    },
  });
  return { preview, apply };
}
export type PlanCommands = ReturnType<typeof usePlan>;
