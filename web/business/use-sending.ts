import { type FormEvent, useState } from 'react';
import { call } from '#contract/call.ts';
import { requestOnlinePayments } from '#contract/online-payments.ts';
import type { ReturnedForm } from '#web/account/returned-form.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { bodyOf } from './business.ts';

/** Sends the form with its file from a running page: what was typed stays where it stands, whatever the answer is. */
export function useSending() {
  const { locale } = useWords();
  const [state, setState] = useState<'typing' | 'sending' | 'sent'>('typing');
  const [refused, setRefused] = useState<ReturnedForm | undefined>(undefined);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'sending') return;
    const form = new FormData(event.currentTarget);
    const file = form.get('attachment');
    const files = file instanceof File && file.size > 0 ? { attachment: file } : {};
    setState('sending');
    const asked = await call(requestOnlinePayments, { body: bodyOf(form), files }, browserTransport(locale));
    setState(asked.ok ? 'sent' : 'typing');
    setRefused(asked.ok ? undefined : { errors: asked.errors, values: {}, isUnanswered: asked.errors.length === 0 });
  };
  return { state, refused, onSubmit };
}
