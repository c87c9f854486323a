import type { MetaFunction } from 'react-router';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { useWords } from '#web/i18n/use-words.ts';

await loadMessages('content');

const SECTIONS = ['rate', 'time', 'amount', 'check', 'data'] as const;

export const meta: MetaFunction = ({ location }) => {
  const t = translatorOf(localeOf(location.pathname));
  return pageMeta({ title: t('content.terms.page_title'), description: t('content.terms.description') });
};

/** The rules in plain words: what binds us, what binds the customer, what happens when something differs. */
export default function Terms() {
  const { t } = useWords();
  return (
    <div className="mx-auto max-w-2xl px-4 py-10 sm:px-6 md:py-14">
      <h1 className="mb-6 text-2xl font-semibold">{t('content.terms.title')}</h1>
      {SECTIONS.map((name) => (
        <section key={name} className="mb-6">
          <h2 className="mb-1 text-lg font-semibold">{t(`content.terms.${name}.title`)}</h2>
          <p className="leading-7">{t(`content.terms.${name}.text`)}</p>
        </section>
      ))}
    </div>
  );
}
