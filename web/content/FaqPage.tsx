import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { LinkedData } from '#web/head/LinkedData.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { FaqSearch } from './FaqSearch.tsx';
import { faqPage, graphOf } from './linked-data.ts';
import { Prose } from './Prose.tsx';

interface Question {
  readonly title: string;
  readonly slug: string;
  readonly body: string;
  readonly categoryId: string;
}

export interface FaqPageProps {
  readonly q: string;
  readonly categories: readonly { readonly id: string; readonly name: string; readonly slug: string }[];
  readonly questions: readonly Question[];
}

function Questions({ questions, isOpen }: { readonly questions: readonly Question[]; readonly isOpen: boolean }) {
  const { t, to } = useWords();
  return questions.map(({ title, slug, body }) => (
    <details key={slug} open={isOpen} className="border-b border-line">
      <summary className="min-h-11 list-outside py-3 ml-5 font-medium marker:text-muted hover:text-action">
        <h3 className="inline">{title}</h3>
      </summary>
      {/* Inside, so that whoever comes by its address finds it unfolded */}
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

/** Unfolds the question that the address names, also where the browser does not by itself. */
function useNamedQuestion(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '') return;
    const named = document.getElementById(decodeURIComponent(hash.slice(1)));
    const folded = named?.closest('details');
    if (folded == null || folded.open) return;
    folded.open = true;
    folded.scrollIntoView();
  }, [hash]);
}

/** Questions that people ask, by category or as searched for. */
export function FaqPage({ q, categories, questions }: FaqPageProps) {
  const { t, to } = useWords();
  useNamedQuestion();
  return (
    <div className="mx-auto max-w-[44rem] px-4 py-10 sm:px-6 md:py-14">
      {q === '' && questions.length > 0 ? <LinkedData value={graphOf(faqPage(questions))} /> : null}
      <h1 className="text-2xl font-semibold text-balance wrap-anywhere sm:text-3xl">{t('content.faq.title')}</h1>
      <FaqSearch q={q} found={questions.length} />
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
