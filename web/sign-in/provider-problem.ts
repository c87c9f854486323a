import type { Translate } from '#web/i18n/translator.ts';

/** Values of the `provider_problem` parameter: why a provider's page was left without success. */
const PROBLEMS = ['over', 'cancelled', 'failed', 'away', 'taken', 'has_one', 'link_first', 'no_email', 'kept_out', 'not_him'];

/** The message of a provider problem; undefined: there is none. */
export function providerProblem(t: Translate, query: URLSearchParams): string | undefined {
  const code = query.get('provider_problem');
  return code === null ? undefined : t(`security.provider_problem.${PROBLEMS.includes(code) ? code : 'failed'}`);
}
