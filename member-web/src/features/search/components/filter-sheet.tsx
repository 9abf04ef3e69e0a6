import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button/button';
import { Modal } from '@/ui/modal/modal';
import styles from './filter-sheet.module.css';

interface FilterSheetProps {
  /** How many people fit so far; undefined while nobody knows. */
  total: number | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The filters over the page of a small screen; they search at once, so its one button only closes it. */
export default function FilterSheet({ total, onClose, children }: FilterSheetProps) {
  const { t } = useTranslation('members');
  return (
    <Modal title={t('filters.title')} isOpen onClose={onClose}>
      {children}
      <div className={styles.done}>
        <Button variant="primary" size="large" wide onPress={onClose}>
          {total === undefined ? t('filters.done') : t('filters.show', { count: total })}
        </Button>
      </div>
    </Modal>
  );
}
