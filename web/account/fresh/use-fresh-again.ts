import { type RefObject, use, useEffect, useRef } from 'react';
import type { Returned } from '#web/account/posted.ts';
import { AskFresh } from './fresh-context.ts';

/** A form that came back for want of a fresh proof asks for it over the page, and is sent again with what stands in it. */
export function useFreshAgain(form: RefObject<HTMLFormElement | null>, returned: Returned | undefined): void {
  const askFresh = use(AskFresh);
  const answered = useRef<Returned>(undefined);
  useEffect(() => {
    if (askFresh === null || returned === undefined || answered.current === returned) return;
    if (!returned.errors.some(({ code }) => code === 'fresh_factor_required')) return;
    answered.current = returned;
    const again = async () => {
      const isGiven = await askFresh();
      if (isGiven) form.current?.requestSubmit(form.current.querySelector<HTMLButtonElement>('button[type="submit"]'));
    };
    void again();
  }, [askFresh, form, returned]);
}
