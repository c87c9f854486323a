import { Modal } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { SignInSteps, type SignInStepsProps } from './SignIn.tsx';

/** The session ended while a page was open: one signs in over it, and nothing that was typed is lost. */
export function SignInAgain({ needsFactorOnly: isHalfOpen, onDone }: Pick<SignInStepsProps, 'needsFactorOnly' | 'onDone'>) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      centered
      lockScroll={false}
      padding={0}
      size="auto"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={() => undefined}
      aria-label={t('office_door.again.title')}
    >
      <SignInSteps needsFactorOnly={isHalfOpen} title={t('office_door.again.title')} hint={t('office_door.again.hint')} onDone={onDone} />
    </Modal>
  );
}
