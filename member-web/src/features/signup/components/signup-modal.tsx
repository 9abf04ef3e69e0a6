import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hangUp, type SignupCall } from '@/shared/visitor/signup-call';
import { Modal } from '@/ui/modal/modal';
import { isDismissable, nextState, type ModalState } from '../model/signup-modal';
import { AccountForm } from './account-form';
import { ResumedAction } from './resumed-action';

const NO_ANSWERS = new URLSearchParams();

const takeFocus = (node: HTMLElement | null) => node?.focus();

/** Signing up over the page where the wish came up; afterwards the person carries it out by their own press. */
export default function SignupModal({ call }: { call: SignupCall }) {
  const { t } = useTranslation('signup');
  const { pathname, search } = useLocation();
  const [state, tell] = useReducer(nextState, 'open' satisfies ModalState);
  const { name } = call.person;
  return (
    <Modal
      title={state === 'done' ? t('join.doneTitle') : t(`join.${call.wish}`, { name })}
      isOpen
      isKept={!isDismissable(state)}
      onClose={hangUp}
    >
      {state === 'done' ? (
        // The form is gone, and the focus with it: it goes on here, so that Escape and Tab keep their meaning.
        <div ref={takeFocus} tabIndex={-1} className="stack">
          <ResumedAction call={call} onClose={hangUp} />
        </div>
      ) : (
        <>
          <p className="lead">{t('join.lead')}</p>
          <AccountForm
            over={pathname + search}
            answers={NO_ANSWERS}
            onStart={() => tell('started')}
            onDone={() => tell('completed')}
          />
        </>
      )}
    </Modal>
  );
}
