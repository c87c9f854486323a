import { Button } from '@mantine/core';
import { problemMessage } from '#office/api/problem.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { useDraft } from './use-draft.ts';

type Leaving = NonNullable<ReturnType<typeof useDraft>['leaving']>;

/** Somebody leaves what could not be kept. */
function Leave({ leaving }: { readonly leaving: Leaving | undefined }) {
  const { t } = useTranslation();
  if (leaving === undefined) return null;
  return (
    <div className="text-conflict" role="alert">
      <p>{t('office_content.leaving.what')}</p>
      <div className="row">
        <Button size="xs" onClick={leaving.stay}>
          {t('office_content.leaving.stay')}
        </Button>
        <Button size="xs" variant="default" onClick={leaving.go}>
          {t('office_content.leaving.go')}
        </Button>
      </div>
    </div>
  );
}

/** Whether what is typed is kept; and, where somebody else was first, whose text goes on. */
export function DraftBar({ used }: { readonly used: ReturnType<typeof useDraft> }) {
  const { t } = useTranslation();
  const { state, error, first, save, settle, leaving } = used;
  if (state === 'conflict')
    return (
      <div className="text-conflict" role="alert">
        <p>
          {t('office_content.conflict.what')} <strong translate="no">{first}</strong>
        </p>
        <p>{t('office_content.conflict.choice')}</p>
        <div className="row">
          <Button size="xs" onClick={() => void settle('mine')}>
            {t('office_content.conflict.mine')}
          </Button>
          <Button size="xs" variant="default" onClick={() => void settle('theirs')}>
            {t('office_content.conflict.theirs')}
          </Button>
        </div>
        <Leave leaving={leaving} />
      </div>
    );
  return (
    <>
      <Leave leaving={leaving} />
      <p className="text-saved" role="status" data-state={state}>
        {t(`office_content.saving.${state}`)}
        {state === 'failed' ? (
          <>
            {' '}
            <span className="problem">{problemMessage(error, t)}</span>{' '}
            <Button size="compact-xs" variant="default" onClick={() => void save()}>
              {t('office_content.saving.again')}
            </Button>
          </>
        ) : null}
      </p>
    </>
  );
}
