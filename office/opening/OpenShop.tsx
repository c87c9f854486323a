import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { officeOpenShop, type OpeningAttributes } from '#contract/office/shop/opening.ts';
import { missingSteps } from '#core/staff/opening.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Opens the shop: customers can exchange from then on. */
export function OpenShop({ opening }: { readonly opening: OpeningAttributes }) {
  const { t } = useTranslation();
  const missing = missingSteps(opening.steps);
  const open = useCommand(officeOpenShop, { after: [keys.opening()] });
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
      <CommandProblem error={open.error} />
      <div className="row">
        <Button loading={open.isPending} disabled={missing.length > 0} onClick={() => open.run({})}>
          {t('office_opening.open.press')}
        </Button>
      </div>
    </section>
  );
}
