import { type FormEvent, useState } from 'react';
import { call } from '#contract/call.ts';
import { requestOnlinePayments } from '#contract/public/online-payments.ts';
import type { ReturnedForm } from '#web/form/returned-form.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { bodyOf } from './business.ts';

/** Sends the form with its file by script; the input stays in the form whatever the response. */
export function useBusinessRequest() {
  const { locale } = useTranslation();
  const [state, setState] = useState<'typing' | 'sending' | 'sent'>('typing');
  const [refusedForm, setRefusedForm] = useState<ReturnedForm | undefined>(undefined);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'sending') return;
    const form = new FormData(event.currentTarget);
    const file = form.get('attachment');
    const files = file instanceof File && file.size > 0 ? { attachment: file } : {};
    setState('sending');
    const response = await call(requestOnlinePayments, { body: bodyOf(form), files }, browserTransport(locale));
    setState(response.ok ? 'sent' : 'typing');
    setRefusedForm(response.ok ? undefined : { errors: response.errors, values: {}, isUnanswered: response.errors.length === 0 });
  };
  return { state, refusedForm, onSubmit };
}
