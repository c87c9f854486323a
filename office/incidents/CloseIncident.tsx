import { Button } from '@mantine/core';
import { officeCloseIncident } from '#contract/office/shop/incidents.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { OutdatedNotice } from '#office/editing/Editing.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Closes an incident with a note on its cause. */
export function CloseIncident({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const form = useFields({ note: '' });
  const close = useCommand(officeCloseIncident, { after: [keys.incidents()], onDone: () => form.reset() });
  return (
    <CheckedForm
      className="confirm"
      command={close}
      onSubmit={() => close.run({ params: { id }, body: { note: form.values.note.trim() } })}
    >
      <Textarea {...form.text('note')} label={t('office.incidents.note')} required autosize minRows={1} maxLength={2000} />
      <OutdatedNotice when={form.isOutdated && !close.isPending} />
      <FormProblem />
      <div className="row">
        <Button type="submit" size="sm" variant="default" loading={close.isPending}>
          {t('office.incidents.close')}
        </Button>
      </div>
    </CheckedForm>
  );
}
