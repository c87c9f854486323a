import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeOpenShop, type OpeningAttributes } from '#contract/office-opening.ts';
import { missingOf } from '#core/opening.ts';
import { keys } from '#office/api/keys.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';
import { useWords } from '#office/words/Words.tsx';

/** The last word: from here on customers exchange. */
export function OpenShop({ opening }: { readonly opening: OpeningAttributes }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const missing = missingOf(opening.steps);
  const open = useMutation({
    mutationFn: () => api(officeOpenShop, {}),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.opening() }),
  });
  if (opening.is_open) {
    return (
      <section className="sheet opening-last">
        <h2>{t('office_opening.open.done')}</h2>
        <p>
          <Link to={paths.switches()}>{t('office_opening.open.close')}</Link>
        </p>
      </section>
    );
  }
  return (
    <section className="sheet opening-last">
      <h2>{t('office_opening.open.title')}</h2>
      <p>
        {missing.length === 0
          ? t('office_opening.open.ready')
          : t('office_opening.open.missing', { steps: missing.map((step) => t(`office_opening.step.${step}.title`)).join(', ') })}
      </p>
      {open.isError ? (
        <p className="problem" role="alert">
          {problemWords(open.error, t)}
        </p>
      ) : null}
      <div className="row">
        <Button loading={open.isPending} disabled={missing.length > 0} onClick={() => open.mutate()}>
          {t('office_opening.open.press')}
        </Button>
      </div>
    </section>
  );
}
