import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { Modal, ModalAnswers } from '@/ui/modal/modal';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { icebreakersQuery } from '../api/icebreakers';
import styles from './icebreaker-modal.module.css';

interface IcebreakerModalProps {
  name: string;
  onPick: (text: string) => void;
  onClose: () => void;
}

/** First sentences to choose from (spec 2.38); the chosen one waits in the chat and is never sent by itself. */
export default function IcebreakerModal({ name, onPick, onClose }: IcebreakerModalProps) {
  const { t } = useTranslation('icebreakers');
  const { data: texts, error } = useQuery(icebreakersQuery);
  return (
    <Modal title={t('title', { name })} isOpen onClose={onClose}>
      <p>{t('lead')}</p>
      <ProblemAlert lead={t('failed')} error={error} />
      {!texts && !error && <Skeleton shape="line" count={4} />}
      {texts?.length === 0 && <p>{t('none')}</p>}
      {texts && texts.length > 0 && (
        <ul className={styles.texts}>
          {texts.map((text) => (
            <li key={text}>
              <Button wide onPress={() => onPick(text)}>
                {text}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ModalAnswers>
        <Button variant="quiet" wide onPress={onClose}>
          {t('own')}
        </Button>
      </ModalAnswers>
    </Modal>
  );
}
