import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccountCall } from './fresh/use-account-call.ts';
import type { Returned } from './posted.ts';
import { SETTINGS_DEEDS, type SettingsDeed } from './settings-deeds.ts';

/**
 * A form of the settings where scripts run: a fresh proof that is missing is asked for over the page, and what was typed stays. What
 * came back from the server before there were scripts stands until the first answer of its own.
 */
export function useSettingsDeed(deed: SettingsDeed, returned: Returned | undefined) {
  const api = useAccountCall();
  const navigate = useNavigate();
  const [back, setBack] = useState<Returned>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    const done = await SETTINGS_DEEDS[deed](api, new FormData(form));
    setBusy(false);
    setBack(done.ok ? { errors: [], typed: {}, isUnanswered: false } : { ...done, typed: {}, isUnanswered: done.errors.length === 0 });
    if (done.ok) {
      form.reset();
      await navigate({ search: `?saved=${deed}` }, { replace: true, preventScrollReset: true });
    }
    // What is said of it stands above the fields, where a telephone does not show it
    form.closest('section')?.scrollIntoView();
  };
  return { returned: back ?? returned, isBusy, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}
