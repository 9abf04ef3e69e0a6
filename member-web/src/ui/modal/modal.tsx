import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../icon-button/icon-button';
import styles from './modal.module.css';
import { useEscape } from './use-escape';

interface ModalProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** An answer is needed: no close button, Escape and the backdrop do nothing. */
  mustAnswer?: boolean;
  /** Escape and the backdrop do nothing, so that nothing typed is lost; the button closes it. */
  isKept?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** Stands above the title, which is centred beneath it; for good news. */
  picture?: ReactNode;
  /** A small drawing above the title. */
  mark?: ReactNode;
  children: ReactNode;
}

/** A dialog over the page; under 576 px it is a sheet at the bottom. Load it lazily: it is heavy. */
export function Modal({
  title,
  isOpen,
  onClose,
  mustAnswer = false,
  isKept = false,
  role = 'dialog',
  picture,
  mark,
  children,
}: ModalProps) {
  const { t } = useTranslation();
  const isFixed = mustAnswer || isKept;
  const dialog = useEscape(isFixed ? undefined : onClose);
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isFixed}
      isKeyboardDismissDisabled={isFixed}
    >
      <AriaModal className={styles.modal ?? ''}>
        <Dialog ref={dialog} role={role} className={styles.dialog ?? ''} data-picture={picture ? true : undefined}>
          {!mustAnswer && (
            <div className={styles.close}>
              <IconButton icon={X} label={t('close')} look={picture ? 'raised' : 'plain'} onPress={onClose} />
            </div>
          )}
          {picture}
          {mark}
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {title}
          </Heading>
          {children}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}

/** The answers of a dialog, each as wide as the dialog: declining is as large as accepting. */
export function ModalAnswers({ children }: { children: ReactNode }) {
  return <div className={styles.answers}>{children}</div>;
}
