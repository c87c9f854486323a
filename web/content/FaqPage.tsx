import { useEffect, useRef } from 'react';
import { Form, useSubmit, Link, useLocation } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { LinkedData } from '#web/head/LinkedData.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Prose } from './Prose.tsx';
import { faqPage, graphOf } from './linked-data.ts';

const TYPING_PAUSE_MS = 250;

/** Searches while typing; without scripts, by a button. */
function FaqSearch({ query, resultCount }: { readonly query: string; readonly resultCount: number }) {
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
        defaultValue={query}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => search(event.currentTarget.form)}
      />
      <Button type="submit" className="min-h-12">
        {t('content.faq.find')}
      </Button>
      <p role="status" className="sr-only">
        {query === '' ? '' : t('content.faq.found', { count: resultCount })}
      </p>
    </Form>
  );
}

interface Question {
  readonly title: string;
  readonly slug: string;
  readonly body: string;
  readonly categoryId: string;
}

interface FaqPageProps {
  readonly q: string;
  readonly categories: readonly { readonly id: string; readonly name: string; readonly slug: string }[];
  readonly questions: readonly Question[];
}

function Questions({ questions, isOpen }: { readonly questions: readonly Question[]; readonly isOpen: boolean }) {
  const { t, to } = useTranslation();
  return questions.map(({ title, slug, body }) => (
    <details key={slug} open={isOpen} className="border-b border-line">
      <summary className="min-h-11 list-outside py-3 ml-5 font-medium marker:text-muted hover:text-action">
        <h3 className="inline">{title}</h3>
      </summary>
      {/* Inside, so that a link to its address finds it opened */}
      <div id={slug} className="scroll-mt-16 pb-4 pl-5">
        <Prose html={body} />
        <p className="mt-3 text-sm print:hidden">
          <Link className="link" to={to(`/faq/${slug}`)}>
            {t('content.faq.link')}
            <span className="sr-only">: {title}</span>
          </Link>
        </p>
      </div>
    </details>
  ));
}

/** Opens the question that the address names, for browsers that do not. */
function useOpenLinkedQuestion(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '') return;
    const question = document.getElementById(decodeURIComponent(hash.slice(1)));
    const details = question?.closest('details');
    if (details == null || details.open) return;
    details.open = true;
    details.scrollIntoView();
  }, [hash]);
}

/** Questions by category, or those that a search found. */
export function FaqPage({ q, categories, questions }: FaqPageProps) {
  const { t, to } = useTranslation();
  useOpenLinkedQuestion();
  return (
    <div className="mx-auto max-w-[44rem] px-4 py-10 sm:px-6 md:py-14">
      {q === '' && questions.length > 0 ? <LinkedData value={graphOf(faqPage(questions))} /> : null}
      <h1 className="text-2xl font-semibold text-balance wrap-anywhere sm:text-3xl">{t('content.faq.title')}</h1>
      <FaqSearch query={q} resultCount={questions.length} />
      {q === '' ? (
        categories.map(({ id, name, slug }) => (
          <section key={id} aria-labelledby={`in-${slug}`} className="mt-10">
            <h2 id={`in-${slug}`} className="mb-2 text-xl font-semibold">
              {name}
            </h2>
            <Questions questions={questions.filter(({ categoryId }) => categoryId === id)} isOpen={false} />
          </section>
        ))
      ) : (
        <section aria-labelledby="found" className="mt-8">
          <h2 id="found" className="sr-only">
            {t('content.faq.results')}
          </h2>
          {questions.length === 0 ? <p className="leading-7">{t('content.faq.nothing')}</p> : null}
          <Questions key={q} questions={questions} isOpen={questions.length <= 3} />
        </section>
      )}
      <p className="mt-10 leading-7">
        {t('content.faq.no_answer')}{' '}
        <Link className="link" to={to('/contacts')}>
          {t('content.faq.ask')}
        </Link>
      </p>
    </div>
  );
}
