import type { Translate } from '#web/i18n/translator.ts';

/** Why somebody comes back from a provider without what he went for, as the address says it. */
const PROBLEMS = ['over', 'cancelled', 'failed', 'away', 'taken', 'has_one', 'link_first', 'no_email', 'kept_out', 'not_him'];

/** Its sentence; undefined: nothing went wrong. */
export function providerProblem(t: Translate, query: URLSearchParams): string | undefined {
  const code = query.get('provider_problem');
  return code === null ? undefined : t(`security.provider_problem.${PROBLEMS.includes(code) ? code : 'failed'}`);
}
