import { useEffect, useRef } from 'react';
import { Form, useSubmit } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

const TYPING_PAUSE_MS = 250;

/** Searches while typing; without scripts, by a button. */
export function FaqSearch({ q, found }: { readonly q: string; readonly found: number }) {
  const { t, to } = useTranslation();
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (form: HTMLFormElement | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void submit(form, { replace: true, preventScrollReset: true }), TYPING_PAUSE_MS);
  };
  return (
    <Form
      noValidate
      role="search"
      action={to('/faq')}
      className="mt-6 flex items-end gap-3 print:hidden"
      onSubmit={() => clearTimeout(timer.current)}
    >
      <TextField
        className="min-w-0 flex-1"
        type="search"
        name="q"
        label={t('content.faq.search')}
        defaultValue={q}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => search(event.currentTarget.form)}
      />
      <Button type="submit" className="min-h-12">
        {t('content.faq.find')}
      </Button>
      <p role="status" className="sr-only">
        {q === '' ? '' : t('content.faq.found', { count: found })}
      </p>
    </Form>
  );
}
