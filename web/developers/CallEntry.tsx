import type { Translate } from '#web/i18n/translator.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Code } from './Code.tsx';
import type { DocCall, Member } from './calls.ts';

/** Title of a call in the reader's language; without a translation, its English summary. */
export function titleOf(t: Translate, { name, summary }: Pick<DocCall, 'name' | 'summary'>): string {
  const key = `developers.call.${name}`;
  const title = t(key);
  return title === key ? summary : title;
}

/** Members of a request or response: a table, or a list on narrow screens. */
function Members({ members, caption }: { readonly members: readonly Member[]; readonly caption: string }) {
  const { t } = useTranslation();
  if (members.length === 0) return null;
  return (
    <table className="my-3 block w-full text-sm sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('developers.entry.member')}</th>
          <th scope="col">{t('developers.entry.where')}</th>
          <th scope="col">{t('developers.entry.type')}</th>
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {members.map(({ name, location, type, isRequired }) => (
          <tr key={`${location} ${name}`} className="block border-b border-line py-1 align-top sm:table-row">
            <th scope="row" className="pr-3 text-left font-medium wrap-anywhere sm:w-2/5">
              <code lang="en">{name}</code>
              {location !== 'answer' && isRequired ? (
                <span className="font-normal text-time"> {t('developers.entry.required')}</span>
              ) : null}
            </th>
            <td className="pr-3 text-muted sm:w-1/6">{t(`developers.entry.place.${location}`)}</td>
            <td className="block wrap-anywhere text-muted sm:table-cell">
              <code lang="en">{type}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One call, collapsed: parameters, response and refusals. Its address opens it. */
export function CallEntry({ call, onRun }: { readonly call: DocCall; readonly onRun: () => void }) {
  const { t } = useTranslation();
  const { name, method, path } = call;
  return (
    <details id={name} className="scroll-mt-4 border-t border-line py-2">
      <summary className="min-h-11 py-2">
        <h4 className="inline font-semibold">{titleOf(t, call)}</h4>{' '}
        <code lang="en" className="text-sm wrap-anywhere text-muted">
          {method} {path}
        </code>
      </summary>
      <CallText call={call} onRun={onRun} />
    </details>
  );
}

function CallText({ call, onRun }: { readonly call: DocCall; readonly onRun: () => void }) {
  const { t } = useTranslation();
  const { name, scope, members, body, answer, answerSameAs, refusals } = call;
  return (
    <div className="pb-4">
      <p className="text-sm text-muted">
        {t('developers.entry.needs')}: <code lang="en">{scope}</code>
        {call.isCommand ? ` · ${t('developers.entry.repeatable')}` : null} ·{' '}
        <a className="link print:hidden" href="#run" onClick={onRun}>
          {t('developers.entry.run')}
          <span className="sr-only">: {titleOf(t, call)}</span>
        </a>
      </p>
      <Members members={members.filter(({ location }) => location !== 'answer')} caption={t('developers.entry.asks')} />
      {body === null ? null : <Code label={`${t('developers.entry.example_body')}: ${name}`} text={body} kind={`body:${name}`} />}
      <p className="mt-4 text-sm font-semibold">
        {t('developers.entry.answers')} {call.status}
        {answerSameAs === null ? null : (
          <>
            :{' '}
            <a className="link font-normal" href={`#${answerSameAs}`}>
              <code lang="en">{answerSameAs}</code>
            </a>
          </>
        )}
      </p>
      <Members members={members.filter(({ location }) => location === 'answer')} caption={t('developers.entry.answers')} />
      {answer === null ? null : <Code label={`${t('developers.entry.example_answer')}: ${name}`} text={answer} kind={`answer:${name}`} />}
      <p className="text-sm font-semibold">{t('developers.entry.refusals')}</p>
      <ul className="mt-1 grid gap-1 text-sm">
        {refusals.map(({ status, codes }) => (
          <li key={status} className="wrap-anywhere">
            <strong className="figures">{status}</strong> <code lang="en">{codes.join(', ')}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
