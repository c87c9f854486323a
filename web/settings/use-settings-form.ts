import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import type { ReturnedForm } from '#web/form/returned-form.ts';
import { SETTINGS_ACTIONS, type SettingsAction } from '#web/settings/settings-actions.ts';

/**
 * Submits a settings form by script; a dialog asks for a missing fresh proof. Until the first response, shows what the server returned
 * without scripts.
 */
export function useSettingsForm(action: SettingsAction, returned: ReturnedForm | undefined) {
  const api = useAccountCall();
  const navigate = useNavigate();
  const [latest, setLatest] = useState<ReturnedForm>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    const result = await SETTINGS_ACTIONS[action](api, new FormData(form));
    setBusy(false);
    setLatest(
      result.ok ? { errors: [], values: {}, isUnanswered: false } : { ...result, values: {}, isUnanswered: result.errors.length === 0 },
    );
    if (result.ok) {
      form.reset();
      await navigate({ search: `?saved=${action}` }, { replace: true, preventScrollReset: true });
    }
    // The result is shown above the fields, which may be out of view on a phone
    form.closest('section')?.scrollIntoView();
  };
  return { returned: latest ?? returned, isBusy, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}
