import { type RefObject, use, useEffect, useRef } from 'react';
import { StepUpContext } from '#ui/step-up/step-up.ts';
import type { ReturnedForm } from '#web/form/returned-form.ts';

/** A form returned for want of a fresh proof: asks for the proof, then submits the form again. */
export function useResubmitAfterProof(form: RefObject<HTMLFormElement | null>, returned: ReturnedForm | undefined): void {
  const requestProof = use(StepUpContext);
  const handled = useRef<ReturnedForm>(undefined);
  useEffect(() => {
    if (requestProof === null || returned === undefined || handled.current === returned) return;
    if (!returned.errors.some(({ code }) => code === 'fresh_factor_required')) return;
    handled.current = returned;
    const resubmit = async () => {
      const isProven = await requestProof();
      if (isProven) form.current?.requestSubmit(form.current.querySelector<HTMLButtonElement>('button[type="submit"]'));
    };
    void resubmit();
  }, [requestProof, form, returned]);
}
