import { Button } from '@mantine/core';
import { problemMessage } from '#office/api/call-failure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { DraftEditor } from './use-draft.ts';

/** Asks before leaving a draft that could not be saved. */
function LeaveQuestion({ navigation }: { readonly navigation: DraftEditor['blockedNavigation'] }) {
  const { t } = useTranslation();
  if (navigation === undefined) return null;
  return (
    <div className="text-conflict" role="alert">
      <p>{t('office_content.leaving.what')}</p>
      <div className="row">
        <Button size="xs" onClick={navigation.stay}>
          {t('office_content.leaving.stay')}
        </Button>
        <Button size="xs" variant="default" onClick={navigation.leave}>
          {t('office_content.leaving.go')}
        </Button>
      </div>
    </div>
  );
}

/** State of the draft; in a conflict, the choice between the two texts. */
export function DraftBar({ editor }: { readonly editor: DraftEditor }) {
  const { t } = useTranslation();
  const { state, error, conflictBy, save, resolveConflict, blockedNavigation } = editor;
  if (state === 'conflict')
    return (
      <div className="text-conflict" role="alert">
        <p>
          {t('office_content.conflict.what')} <strong translate="no">{conflictBy}</strong>
        </p>
        <p>{t('office_content.conflict.choice')}</p>
        <div className="row">
          <Button size="xs" onClick={() => void resolveConflict('mine')}>
            {t('office_content.conflict.mine')}
          </Button>
          <Button size="xs" variant="default" onClick={() => void resolveConflict('theirs')}>
            {t('office_content.conflict.theirs')}
          </Button>
        </div>
        <LeaveQuestion navigation={blockedNavigation} />
      </div>
    );
  return (
    <>
      <LeaveQuestion navigation={blockedNavigation} />
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
